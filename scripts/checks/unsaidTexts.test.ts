import { describe, expect, it } from 'vitest'
import { readSources } from './sources.ts'
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
const unsaid = (code: string, path = 'packages/widgets/src/cart/Cart.tsx', ...more: { path: string; text: string }[]) =>
  findUnsaidTexts([{ path: MESSAGES, text: declared }, { path, text: code }, ...more])
const importing = "import { messages } from './messages.ts'\n"
const TITLE = `${MESSAGES}:4 nobody says messages.title`
const KEY = `${MESSAGES}:5 nobody says messages.a-key`

describe('a text of the sources', () => {
  it('is said by some code', { timeout: 60_000 }, () => {
    expect(findUnsaidTexts(readSources())).toEqual([])
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
    expect(findUnsaidTexts([{ path: MESSAGES, text }])).toEqual([`${MESSAGES}:1 nobody says texts.subject`])
    expect(findUnsaidTexts([{ path: MESSAGES, text: `${text}; t(texts.subject[kind])` }])).toEqual([])
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
    expect(findUnsaidTexts([own])).toEqual([])
  })

  it('is said by a computed key, if something in the code is called like it', () => {
    const computed = `${importing}t(messages[kind])`
    expect(unsaid(computed)).toEqual([TITLE, KEY])
    const kinds = { path: 'packages/core/src/cart/kinds.ts', text: "type Kind = 'title' | 'a-key'" }
    expect(unsaid(computed, undefined, kinds)).toEqual([])
    expect(unsaid(`${computed}; const kinds = { title: 1, 'a-key': 2 }`)).toEqual([])
    const keys = {
      path: 'packages/core/src/cart/kinds.ts',
      text: "const kinds = { title: 1, 'a-key': 2 }; type Kind = keyof typeof kinds",
    }
    expect(unsaid(computed, undefined, keys)).toEqual([])
    expect(unsaid(`${importing}t(messages[\`a-\${kind}\`])`)).toEqual([TITLE])
    expect(unsaid(`${importing}const id = \`a-\${kind}\`; t(messages[id])`)).toEqual([TITLE])
    const template = {
      path: 'packages/core/src/cart/kinds.ts',
      text: `type Kind = \`tit\${End}\`; const other = \`\${x}-key\``,
    }
    expect(unsaid(computed, undefined, template)).toEqual([KEY])
  })
})
