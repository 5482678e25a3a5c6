import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compareTexts, type NewText } from './compareTexts.ts'
import { type OldText, readOldTexts } from './oldTexts.ts'

const anOldText = (sayings: OldText['sayings'], place = 'cart.title'): OldText => ({
  place,
  file: 'cart.ts',
  keys: ['title'],
  sayings,
})
const aText = (texts: NewText['texts']): NewText => ({ id: JSON.stringify(texts), texts })
const ofNorwegian = (old: OldText[], texts: NewText[], id?: string) => compareTexts(old, texts, () => id).get('nb')

describe('texts of before and after', () => {
  const old = [anOldText({ en: 'Cart', nb: 'Kurv' }), anOldText({ en: 'Close', nb: 'Lukk' }, 'cart.close')]

  it('are the same if every language says the same', () => {
    const texts = [aText({ en: 'Close', nb: 'Lukk' }), aText({ en: 'Cart', nb: 'Kurv' })]
    expect(ofNorwegian(old, texts)).toEqual({ same: 2, different: [], gone: [] })
  })

  it('differ if two translations were swapped', () => {
    const texts = [aText({ en: 'Close', nb: 'Kurv' }), aText({ en: 'Cart', nb: 'Lukk' })]
    expect(ofNorwegian(old, texts)).toEqual({
      same: 0,
      different: [
        { place: 'cart.title', before: 'Kurv', after: 'Lukk' },
        { place: 'cart.close', before: 'Lukk', after: 'Kurv' },
      ],
      gone: [],
    })
  })

  it('differ if two contexts of one English text were swapped, where its place is known', () => {
    const [verb, noun] = [aText({ en: 'Order', nb: 'Bestill' }), aText({ en: 'Order', nb: 'Bestilling' })]
    const button = [anOldText({ en: 'Order', nb: 'Bestill' })]
    expect(ofNorwegian(button, [noun, verb], verb.id)?.same).toBe(1)
    expect(ofNorwegian(button, [noun, verb], noun.id)?.different).toHaveLength(1)
    // otherwise any of them will do
    expect(ofNorwegian(button, [noun, verb])?.same).toBe(1)
  })

  it('are gone if nothing says them any more, or not in this language', () => {
    expect(ofNorwegian(old, [aText({ en: 'Cart' })])?.gone).toEqual(['cart.title: Kurv', 'cart.close: Lukk'])
  })

  it('are compared by what they say with values, also in the order of another language', () => {
    const english = (shop: string, count: number) => `${count} picture${count === 1 ? '' : 's'} of ${shop}`
    const norwegian = (shop: string, count: number) => `${shop}: ${count} bilde${count === 1 ? '' : 'r'}`
    const functions = [anOldText({ en: english, nb: norwegian })]
    const en = '{n, plural, one {{n} picture} other {{n} pictures}} of {photographer}'
    const nb = '{photographer}: {n, plural, one {{n} bilde} other {{n} bilder}}'
    expect(ofNorwegian(functions, [aText({ en, nb })])).toEqual({ same: 1, different: [], gone: [] })
    expect(ofNorwegian(functions, [aText({ en, nb: nb.replace('bilder', 'bilde') })])?.different).toEqual([
      { place: 'cart.title', before: '‹photographer›: 0 bilder', after: '‹photographer›: 0 bilde' },
    ])
    const icu = [anOldText({ en: '{n, plural, one {# a} other {# b}}', nb: '{n, plural, one {# c} other {# d}}' })]
    const again = aText({ en: '{n, plural, one {1 a} other {# b}}', nb: '{n, plural, other {# d} one {1 c}}' })
    expect(ofNorwegian(icu, [again])?.same).toBe(1)
  })
})

describe('the texts of a revision', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portraitkit-old-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, 'packages', file)), { recursive: true })
    writeFileSync(join(folder, 'packages', file), text)
  }
  const table = (name: string, ofLanguage: (language: string) => string) =>
    `const ${name} = { ${['nb', 'sv', 'da'].map((language) => `${language}: ${ofLanguage(language)}`).join(', ')} }\n`

  it('are those of pages, of tables, of markup, of failures and of lists', async () => {
    write(
      'core/src/cart/contract.ts',
      "export const call = { failures: { 'cart.full': { status: 409, text: 'Full' } } }",
    )
    write('widgets/src/cart/messages.ts', "export const messages = { 'cart.fault.city': 'City' }")
    write('widgets/src/locales/nb.ts', "export const messages = { 'cart.fault.city': 'By' }")
    write('widgets/src/Root.tsx', `${table('again', (one) => `'${one}!'`)}export const Root = () => <p>{again.nb}</p>`)
    write('server/src/cart/failureTexts.ts', `export ${table('failures', (one) => `{ 'cart.full': 'Full ${one}' }`)}`)
    write(
      'server/src/cart/letterTexts.ts',
      table('letter', (one) => `{ steps: (at: string) => ['${one} ' + at, 'b'] }`),
    )
    const texts = await readOldTexts(folder)
    const found = texts.map(({ place, keys, sayings }) => {
      const { en, nb = '' } = sayings
      return [place, keys.join('.'), en, typeof nb === 'function' ? nb('x' as never) : nb]
    })
    expect(found.sort()).toEqual([
      ['cart.fault.city', 'faultCity', 'City', 'By'],
      ['packages/server/src/cart/failureTexts.ts failures.cart.full', 'cart.full', 'Full', 'Full nb'],
      ['packages/server/src/cart/letterTexts.ts letter.steps.0', 'steps.0', undefined, 'nb x'],
      ['packages/server/src/cart/letterTexts.ts letter.steps.1', 'steps.1', undefined, 'b'],
      ['packages/widgets/src/Root.tsx again', '', undefined, 'nb!'],
    ])
  })
})

describe('node scripts/compareTexts.ts', () => {
  const ROOT = join(import.meta.dirname, '..')
  const root = mkdtempSync(join(tmpdir(), 'portraitkit-compare-'))
  afterAll(() => rmSync(root, { recursive: true }))

  it('compares a revision with the catalogues of the work tree', () => {
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    const run = (command: string, ...args: string[]) =>
      spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } })
    const id = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
    write(
      'packages/widgets/src/cart/messages.ts',
      "export const messages = { 'cart.a': 'Close', 'cart.b': 'Try again' }",
    )
    write('packages/widgets/src/locales/nb.ts', "export const messages = { 'cart.a': 'Lukk', 'cart.b': 'Om igjen' }")
    run('git', 'init', '-q')
    run('git', 'add', '.')
    expect(run('git', ...id, 'commit', '-qm', 'Before').stderr).toBe('')
    rmSync(join(root, 'packages'), { recursive: true })
    for (const name of ['node_modules', 'packages']) symlinkSync(join(ROOT, name), join(root, name))
    for (const name of ['scripts', 'texts']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
    const { stdout, stderr } = run(process.execPath, 'scripts/compareTexts.ts', 'HEAD')
    expect(stderr).toBe('')
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      '2 texts of pages, 0 of tables',
      'en: 2 the same, 0 different, 0 gone',
      'nb: 1 the same, 1 different, 0 gone',
      '  cart.b',
      '    - Om igjen',
      '    + Prøv igjen',
    ])
  })
})
