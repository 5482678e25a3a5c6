import { describe, expect, it } from 'vitest'
import { readSources } from './sources.ts'
import { checkFileNames, checkPhrases, checkWords, declaredNames } from './words.ts'

const one = (path: string, text: string) => [{ path, text }]
const names = (text: string) =>
  one('packages/core/src/a.ts', text)
    .flatMap(declaredNames)
    .map(({ name }) => name)

describe('banned names', () => {
  it('are declared nowhere', () => {
    expect(checkWords(readSources())).toEqual([])
  })

  it.each([
    ['const asked = 1', 'asked'],
    ['export type Chosen = string', 'Chosen'],
    ['interface Held { a: 1 }', 'Held'],
    ['function shown() {}', 'shown'],
    ['const f = (told: string) => told', 'told'],
    ['function f({ a: { b: kept } }: X, [, said = 1]: Y, ...wanted: Z[]) {}', 'kept said wanted'],
    ['const { a: taken, ...meant } = x', 'taken meant'],
    ['export const MOST_LINES = 5, longestName = 3, least = 1', 'MOST_LINES longestName least'],
    ['const atOnce = 1, AT_ONCE = 2, READ_AT_ONCE = 3', 'atOnce AT_ONCE READ_AT_ONCE'],
    ['async function theOrder() {}', 'theOrder'],
    ['const whyNot = () => 1, PATIENCE_MS = 1, meeting = 2', 'whyNot PATIENCE_MS meeting'],
    ['class SureButton {}; const RequireOfLine = 1', 'SureButton RequireOfLine'],
    ['const giveVoucherBack = 1, giveBack = 2', 'giveVoucherBack giveBack'],
    ['const importRemark = 1, remarksOnNames = 2', 'importRemark remarksOnNames'],
    ['enum Chosen { Kept, taken = 1, fine }', 'Chosen Kept taken'],
    [
      'class A { kept() {} static async asked(told: 1) {} get shown() { return 1 } #held() {} }',
      'kept asked told shown held',
    ],
    ['const a = function kept() {}, b = class SureButton {}', 'kept SureButton'],
    ['declare function shown(told: string): void', 'shown told'],
    ['try {} catch (said) {}', 'said'],
    ['try {} catch ({ message: told }) {}', 'told'],
    [`import { a as kept } from 'b'; import chosen from 'c'; import * as held from 'd'`, 'kept chosen held'],
    [`export { a as chosen } from 'b'; export * as held from 'd'; export { e as asked }`, 'chosen held asked'],
    ['function f<Wanted>(a: Wanted) {}; type A<Kept> = Kept', 'Wanted Kept'],
    ['type A<B> = B extends Array<infer Chosen> ? Chosen : never', 'Chosen'],
  ])('finds %s', (text, found) => {
    expect(names(text).sort()).toEqual(found.split(' ').sort())
  })

  it('allows properties, variables named after a property, and harmless names', () => {
    expect(names('type A = { kept: boolean; asked(held: string): void }; const a = { shown: 1 }; a.told = 2')).toEqual(
      [],
    )
    expect(names('const { kept, chosen = 1 } = a; const f = ({ shown }: X) => shown')).toEqual([])
    expect(names(`import { kept } from 'koa'; export { chosen } from 'b'; try {} catch {}`)).toEqual([])
    expect(names('const mostly = 1, theme = 2, atLeast = 3, whyte = 4, keptIds = 5, request = 6')).toEqual([])
  })

  it('are listed with their lines and replacements, in TypeScript alone', () => {
    const problems = checkWords([
      ...one('packages/core/src/a.ts', '\nconst kept = 1\nconst MOST = 2'),
      ...one('bench/b.js', 'const kept = 1'),
    ])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('packages/core/src/a.ts:2 declares kept: use a noun')
    expect(problems[1]).toContain('packages/core/src/a.ts:3 declares MOST: use max')
  })
})

describe('banned names of files and folders', () => {
  it('occur nowhere', () => {
    expect(checkFileNames(readSources().map(({ path }) => path))).toEqual([])
  })

  it('are found once each, in every package', () => {
    const problems = checkFileNames([
      'packages/core/src/cart/kept.ts',
      'packages/core/src/cart/kept.test.ts',
      'packages/widgets/src/chosen/a.ts',
      'packages/widgets/src/chosen/b.ts',
      'packages/widgets/src/ui/SureButton.tsx',
      'packages/server/src/features/most-lines/routes.ts',
      'packages/local-mongo/src/theLock.ts',
      'packages/core/src/cart/keptLines.ts',
      'packages/server/src/demo/templates/the-year/a.json',
      'scripts/kept.ts',
    ])
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'packages/core/src/cart/kept.ts is named kept',
      'packages/core/src/cart/kept.test.ts is named kept',
      'packages/widgets/src/chosen is named chosen',
      'packages/widgets/src/ui/SureButton.tsx is named SureButton',
      'packages/server/src/features/most-lines is named most-lines',
      'packages/local-mongo/src/theLock.ts is named theLock',
    ])
    expect(checkFileNames([], { 'packages/core/src/kept': 'stored so' })).toEqual([
      'packages/core/src/kept is allowed its name and does not exist',
    ])
  })
})

describe('banned phrases', () => {
  it('occur nowhere', () => {
    expect(checkPhrases(readSources())).toEqual([])
  })

  it.each([
    ['// Fails where it is not given.', 'where it is not'],
    ['/** A day. It is no\n * secret. */', 'is no secret'],
    ['// the fields\n// are no\n// dates', 'are no dates'],
    ['// Kept all the same.', 'all the same'],
    ["it('that nobody knows is refused', () => {})", 'nobody knows'],
    ["throw new Error('A fault of ours')", 'of ours'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a template
    ['const a = `${b} is no day`', 'is no day'],
    ['const a = <p>This is no picture.</p>', 'is no picture'],
    ['/** Answers whether it is open. */', 'Answers whether'],
    ['// Answers 1 when nothing was found.', 'Answers 1'],
    ['// An e-mail to the customer.', 'e-mail'],
    ["throw new Error('The e-mail address is taken')", 'e-mail address'],
    ['// It sends a mail.', 'a mail'],
    ['// The key that lies beside it.', 'lies beside'],
    ['// The code stands in a letter.', 'stands in'],
    ['/** Reads it once\n * more. */', 'once more'],
    ['// The task goes on.', 'goes on'],
    ['// A picture has come or gone.', 'has come or gone'],
    ["it('goes on after a break', () => {})", 'goes on'],
    ["describe.each([1])('sends a mail', () => {})", 'a mail'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a template
    ['test.for`a`(`${b} stands in a letter`, () => {})', 'stands in'],
  ])('are found in comments, titles and texts: %s', (text, phrase) => {
    const problems = checkPhrases(one('packages/core/src/a.tsx', `\n${text}`), {})
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`packages/core/src/a.tsx:2 says "${phrase}": write `)
  })

  it.each([
    ['a.md', '# A page\n\nThe code\nstands in a letter.', 'a.md:3 says "stands in"'],
    ['a.md', '# A page\n\n| a | b |\n|---|---|\n| it goes on | b |', 'a.md:5 says "goes on"'],
    ['a.md', '1. One\n2. It answers\n   the call.', 'a.md:2 says "answers the"'],
    ['a.css', 'a { b: c }\n/* It is\n   no colour. */', 'a.css:2 says "is no colour"'],
    ['a.mjs', '\n// It goes on.', 'a.mjs:2 says "goes on"'],
  ])('are found in %s: %j', (path, text, found) => {
    expect(checkPhrases(one(path, text), {})).toEqual([expect.stringContaining(`${found}: write `)])
  })

  it('are not found in code of a document, in what is generated, and in the list of words', () => {
    const code = 'Run `goes on`:\n\n```ts\n// once more\n```\n\nFine ``a `once more` b``.'
    expect(checkPhrases(one('docs/a.md', code), {})).toEqual([])
    expect(checkPhrases(one('a.css', '.goes-on::after { content: "once more" }'), {})).toEqual([])
    for (const path of ['docs/proofs.md', 'docs/reference/calls.md', 'docs/contributing/words.md', 'a.generated.ts'])
      expect(checkPhrases(one(path, 'It goes on once more.'), {})).toEqual([])
  })

  it('are not found in anything else, nor in an allowed text', () => {
    const fine = [
      '// There is no day. It is no longer open, and are no more.',
      "const text = 'The server answers the call'",
      'const isOfOurs = where.it.is',
      "const text = 'Din e-mail og adgangskode, Ihre E-Mail-Adresse'",
      '// It goes on to the mail server, and a mail server stands for its queue.',
    ]
    expect(checkPhrases(one('a.ts', fine.join('\n')), {})).toEqual([])
    const allowed = { 'This is no day': 'a customer reads it' }
    expect(checkPhrases(one('a.ts', "const text = 'This is no day'"), allowed)).toEqual([])
    expect(checkPhrases(one('a.ts', ''), allowed)).toEqual(['"This is no day" is allowed and occurs nowhere'])
  })
})
