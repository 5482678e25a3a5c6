import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'portraitkit-texts-'))
for (const name of ['node_modules', 'packages', 'docs', '.storybook']) symlinkSync(join(ROOT, name), join(root, name))
for (const name of ['scripts', 'lingui.config.ts', 'package.json'])
  cpSync(join(ROOT, name), join(root, name), { recursive: true })
beforeEach(() => cpSync(join(ROOT, 'texts'), join(root, 'texts'), { recursive: true }))
afterAll(() => rmSync(root, { recursive: true }))

function texts(...given: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/texts.ts'), ...given], {
    cwd: root,
    encoding: 'utf8',
    // lingui would look for its own sources if it believed to be under test
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { status, said: stdout + stderr }
}

function change(language: string, from: string | RegExp, to: string): void {
  const file = join(root, 'texts', `${language}.po`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

const CLOSE = /msgid "Close"\nmsgstr ".*"/

describe('pnpm texts', () => {
  it('[LOC-2] succeeds if a text is missing, and lists it', () => {
    change('pl', CLOSE, 'msgid "Close"\nmsgstr ""')
    const { status, said } = texts()
    expect(said).toMatch(/pl {2}Polish: 99 % of \d+ texts, \d+ as in English\n {6}Close\n/)
    expect(status).toBe(0)
  })

  it('[LOC-2] fails for what is wrong with a text, of all languages or of one', () => {
    change('pl', /(msgstr "[^"]*\{count, plural,[^"]*) many \{[^{}]*\}/, '$1')
    change('pl', CLOSE, 'msgid "Close"\nmsgstr "{nazwa}"')
    change('pl', /msgid "Try again"\nmsgstr ".*"/, 'msgid "Try again"\nmsgstr "カ"')
    for (const given of [[], ['pl']]) {
      const { status, said } = texts(...given)
      expect(said).toContain('a plural lacks the form many')
      expect(said).toContain('“Close”: its values are nazwa')
      expect(said).toContain('“Try again”: no font of the shop prints カ')
      expect(status).toBe(1)
    }
  })

  it('[LOC-2] fails for a text that is in no source, and keeps it', () => {
    change('pl', CLOSE, 'msgid "Clsoe"\nmsgstr "Zamknij"')
    const { status, said } = texts()
    expect(said).toContain('texts/pl.po: no text of the sources is “Clsoe”')
    expect(status).toBe(1)
    expect(readFileSync(join(root, 'texts/pl.po'), 'utf8')).toContain('"Clsoe"')
  })

  it('[LOC-2] fails for what the file says twice or with the wrong header, and keeps it', () => {
    change('pl', CLOSE, 'msgid "Close"\nmsgstr "Zamknij"\n\nmsgid "Close"\nmsgstr "Zasłoń"')
    change('pl', 'Language: pl', 'Language: de')
    const { status, said } = texts('pl')
    expect(said).toContain('“Close” is there twice')
    expect(said).toContain('texts/pl.po, line 8: its header says the language de')
    expect(status).toBe(1)
    expect(readFileSync(join(root, 'texts/pl.po'), 'utf8')).toContain('"Zasłoń"')
  })

  it('[LOC-2] fails for other numbers, markup, letters or spaces than the English text has', () => {
    change('pl', CLOSE, 'msgid "Close"\nmsgstr "<b>Z\u0430mknij</b> 500 "')
    const { status, said } = texts('pl')
    for (const fault of [
      'its numbers are 500 instead of none',
      'its markup is </b>, <b> instead of none',
      '“Z\u0430mknij” has letters of another script: \u0430',
      'the space at its end',
    ])
      expect(said).toContain(`“Close”: ${fault}`)
    expect(status).toBe(1)
  })

  it('[LOC-2] counts what is the same as in English, and lists it for one language', () => {
    change('pl', CLOSE, 'msgid "Close"\nmsgstr "Close"')
    expect(texts().said).toMatch(/pl {2}Polish: 100 % of \d+ texts, \d+ as in English\n/)
    expect(texts('pl').said).toMatch(/^ {2}= {3}Close$/m)
  })

  it('[LOC-2] fails for a file without its header, and changes nothing', () => {
    change('pl', /^[\s\S]*?\n\n/, '')
    const file = join(root, 'texts/pl.po')
    const before = readFileSync(file, 'utf8')
    const { status, said } = texts('pl')
    expect(said).toMatch(/texts\/pl.po, line \d+: it does not begin with a header/)
    expect(status).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})
