import { describe, expect, it, onTestFinished } from 'vitest'
import { openTypes } from './literalTypes.ts'
import { ROOT, readSources } from './sources.ts'
import { findUnsaidTexts } from './unsaidTexts.ts'

const MESSAGES = 'packages/widgets/src/cart/messages.ts'
const declared = `import { msg } from '@portraitkit/core/msg.ts'
export const messages = {
  /** Above the lines. */
  title: msg\`Cart\`,
  'a-key': msg({ message: 'Key', context: 'a key' }),
  fault: formFaults.required,
  limit: 4,
} as const
`
const CART = 'packages/widgets/src/cart/Cart.tsx'
const unknown = () => undefined
const unsaid = (code: string, path = CART) =>
  findUnsaidTexts(
    [
      { path: MESSAGES, text: declared },
      { path, text: code },
    ],
    unknown,
  )
const importing = "import { messages } from './messages.ts'\n"
const TITLE = `${MESSAGES}:4 nobody says messages.title`
const KEY = `${MESSAGES}:5 nobody says messages.a-key`

describe('a text of the sources', () => {
  it('is said by some code', { timeout: 60_000 }, () => {
    const { literalsAt, close } = openTypes(ROOT)
    onTestFinished(close)
    expect(findUnsaidTexts(readSources(), literalsAt)).toEqual([])
  })

  it('that no code names is found, with the line of it', () => {
    expect(unsaid('')).toEqual([TITLE, KEY])
    expect(unsaid(`${importing}type Id = keyof typeof messages`)).toEqual([TITLE, KEY])
    expect(unsaid(`${importing}t(messages.title)`)).toEqual([KEY])
    // another object that has a key of the same name
    expect(unsaid(`${importing}t(messages.title); t(other['a-key'])`)).toEqual([KEY])
  })

  it('in an object of an object is found with that object', () => {
    const text = 'const texts = { subject: { first: msg`First`, last: msg`Last` } }'
    expect(findUnsaidTexts([{ path: MESSAGES, text }], unknown)).toEqual([`${MESSAGES}:1 nobody says texts.subject`])
    expect(findUnsaidTexts([{ path: MESSAGES, text: `${text}; t(texts.subject[kind])` }], unknown)).toEqual([])
  })

  it('that only a test names is found', () => {
    expect(unsaid(`${importing}t(messages.title)`, 'packages/widgets/src/cart/Cart.test.ts')).toEqual([TITLE, KEY])
  })

  it.each([
    ['by its name', "t(messages.title); t(messages['a-key'])"],
    ['where it may be missing', "t(messages?.title); t(messages['a-key'])"],
    ['in parts', "const { title, 'a-key': key } = messages"],
    ['with the rest', 'const { title, ...texts } = messages'],
    ['as a whole', 'say(messages)'],
    ['in another object', 'const all = { ...messages }'],
    ['under another name', 'const all = messages'],
    ['beside another object', 'const all = given ?? messages'],
  ])('is said %s', (_how, code) => {
    expect(unsaid(importing + code)).toEqual([])
  })

  it('is said under the name that it is imported with, in another package and in its own file', () => {
    const code =
      "import { messages as texts } from '@portraitkit/widgets/cart/messages.ts'\nt(texts.title, texts['a-key'])"
    expect(unsaid(code, 'packages/server/src/cart.ts')).toEqual([])
    expect(unsaid("export { messages } from './messages.ts'")).toEqual([])
    expect(unsaid("import * as all from './messages.ts'")).toEqual([])
    expect(unsaid("const load = () => import('./messages.ts')")).toEqual([])
    const own = { path: MESSAGES, text: `${declared}export const say = () => [messages.title, messages['a-key']]` }
    expect(findUnsaidTexts([own], unknown)).toEqual([])
  })

  it('is said by a computed key, as far as its type goes', () => {
    const types = { kind: ['title'], other: ['a-key', 'elsewhere'] }
    const unsaidBy = (code: string) => {
      const text = `${importing}t(messages[${code}])`
      const literalsAt = (_: string, offset: number) =>
        Object.entries(types).find(([name]) => text.startsWith(name, offset))?.[1]
      return findUnsaidTexts(
        [
          { path: MESSAGES, text: declared },
          { path: CART, text },
        ],
        literalsAt,
      )
    }
    expect(unsaidBy('kind')).toEqual([KEY])
    expect(unsaidBy('state?.kind!')).toEqual([KEY])
    expect(unsaidBy("isOther ? other : 'title'")).toEqual([])
    expect(unsaidBy('state.other ?? kind')).toEqual([])
    expect(unsaidBy("other || 'elsewhere'")).toEqual([TITLE])
    // what is not known may be any of them
    for (const code of ['unknown', 'kind ?? unknown', `\`a-\${kind}\``, 'kinds[0]', 'kindOf(line)', 'kind as Kind'])
      expect(unsaidBy(code), code).toEqual([])
  })
})
