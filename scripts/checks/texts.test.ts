import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../packages/server/src/platform/texts.ts'
import { findSyntaxFaults } from './poFile.ts'
import { completeLanguages, findNameFaults, findTableFaults } from './textFiles.ts'
import { FOLDER, findGaps, findTextFaults, parseCatalogue, readCatalogue } from './texts.ts'

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: nb\\n"\n\n'
const ROOT = join(import.meta.dirname, '../..')
const lingui = (...given: string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js'), ...given], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** What differs between the sources and the catalogues, and what writes it. */
const syncFault = (given: readonly string[] = []) => {
  try {
    const output = lingui('check', 'sync', '--clean', '--verbose', '--workers', '1', ...given)
    return output.includes('PASS sync') ? undefined : output
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `The catalogues are out of sync: \`npx --yes pnpm@12.21.0 texts\` writes them.\n${stdout}${stderr}`
  }
}

describe('the catalogues', () => {
  it('are named by a language alone, without a region', () => {
    expect(findNameFaults(readdirSync(FOLDER))).toEqual([])
  })

  it('have every text that the sources declare, and none that nothing declares', () => {
    expect(syncFault()).toBeUndefined()
  })

  it('are written by `pnpm texts`, as the check says that finds them out of sync', () => {
    expect(syncFault(['--no-such-option'])).toContain('pnpm@12.21.0 texts` writes them')
  })

  it('explain each text to those who translate it', () => {
    const entries = readFileSync(join(FOLDER, 'en.po'), 'utf8').trimEnd().split('\n\n').slice(1)
    expect(entries.length).toBeGreaterThan(1000)
    // a `lingui-set` comment at the top of the file, or a comment of the text
    expect(entries.filter((entry) => !/^#\. /m.test(entry))).toEqual([])
  })

  it.each(LANGUAGES)(
    'in %s are ICU with the values of the English text, and with the plurals of the language',
    (language) => {
      expect(findSyntaxFaults(language, readFileSync(join(FOLDER, `${language}.po`), 'utf8'))).toEqual([])
      expect(findTextFaults(language, readCatalogue(language))).toEqual([])
    },
  )
})

const page = readFileSync(join(FOLDER, '../docs/languages.md'), 'utf8')
const complete = completeLanguages(page)

describe('the languages that docs/languages.md calls complete', () => {
  it('are in its table by the files that there are', () => {
    expect(findTableFaults(page, LANGUAGES)).toEqual([])
  })

  it.each(complete)('have every text, in %s', (language) => {
    expect(findGaps(language, readCatalogue(language))).toEqual([])
  })

  it('are named with each text that they lack', () => {
    const content = 'msgid ""\nmsgstr ""\n\nmsgid "Cart"\nmsgstr ""\n\nmsgid "Buy now"\nmsgstr "Kjøp nå"\n'
    expect(findGaps('nb', parseCatalogue('nb', content))).toEqual(['texts/nb.po lacks “Cart”'])
  })
})

describe('a catalogue', () => {
  const faults = (language: string, english: string, translation: string) =>
    findTextFaults(
      language,
      parseCatalogue(language, `msgid ""\nmsgstr ""\n\nmsgid "${english}"\nmsgstr "${translation}"\n`),
    )

  it('that lacks a text has no fault: the text appears in English', () => {
    expect(faults('nb', 'Only in English', '')).toEqual([])
  })

  it.each([
    ['a blank text', 'pl', 'Cart, empty', ' ', 'it is blank'],
    [
      'a number that one form lacks',
      'pl',
      '{n, plural, one {# thing} other {# things}}',
      '{n, plural, one {# rzecz} few {rzeczy} many {# rzeczy} other {# rzeczy}}',
      '{n} is not said in every form',
    ],
    [
      'no number at all',
      'de',
      '{n, plural, one {# picture} other {# pictures}}',
      '{n, plural, one {Bild} other {Bilder}}',
      '{n} is not said in every form',
    ],
    [
      'a value in one form only',
      'sv',
      '{n, plural, one {Opened} other {Opened {n}}} on {day}',
      '{n, plural, one {Öppnad} other {Öppnad {n} {day}}}',
      '{day} is not said in every form',
    ],
    [
      'a word as a plural',
      'es',
      '{slot} is empty.',
      '{slot, plural, one {vacío} other {vacíos}}',
      '{slot} is not said in every form',
    ],
    [
      'a plural as an ordinal number',
      'nb',
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      '{n, plural, one {#.} other {#.}}',
      '{n, plural} is not how the English text says it',
    ],
    [
      'an ordinal number as a plural',
      'nb',
      '{n, plural, one {# picture} other {# pictures}}',
      '{n, selectordinal, other {#. bilde}}',
      '{n, selectordinal} is not how the English text says it',
    ],
    ['a sign outside a plural', 'fi', 'things: {n}', '# tavaraa: {n}', 'a # outside a plural is printed as it is'],
    [
      'English that differs from the code',
      'en',
      'Cart, empty',
      'Basket, empty',
      'English stands with the code, and is not edited here',
    ],
  ])('with %s is refused', (_what, language, english, translation, fault) => {
    expect(faults(language, english, translation).join()).toContain(fault)
  })

  it('may say the same form of two plurals, and spaces that do not break', () => {
    const english = '{a, plural, one {# A} other {# As}} {b, plural, one {# B} other {# Bs}}'
    expect(faults('nb', english, english.replaceAll(' A', '\u00a0A').replaceAll(' B', '\u202fB'))).toEqual([])
    expect(faults('nb', "one '{' two", "en '{' to")).toEqual(faults('nb', "one '{' two", "one '{' two"))
  })

  it.each(['fr', 'hr', 'lt', 'lv', 'ru'])(
    'may not say one thing in words in %s, where that form has more numbers',
    (language) => {
      const english = '{n, plural, one {A picture} other {# pictures}}'
      const translation = '{n, plural, zero {# x} one {x} few {# x} many {# x} other {# x}}'
      expect(faults(language, english, translation).join()).toContain('{n} is not said in every form')
      expect(faults(language, english, translation.replace('one {x}', 'one {# x}')).join()).not.toContain('not said')
    },
  )

  it('may select what English has no form for', () => {
    const english = '{country, select, NO {+47} other {+1}}'
    expect(faults('hu', english, '{country, select, NO {+47} HU {+36} other {+1}}')).toEqual([])
  })

  it('may say a number in place of a plural: one form may fit every number', () => {
    const english = '{count, plural, one {# new order} other {# new orders}}'
    expect(faults('pl', english, '{count} nowe zamówienia')).toEqual([])
  })

  it('may say one thing in words', () => {
    expect(
      faults('de', '{n, plural, one {# picture} other {# pictures}}', '{n, plural, one {Ein Bild} other {# Bilder}}'),
    ).toEqual([])
  })

  it('with other values, or with broken ICU, is refused', () => {
    expect(faults('nb', 'Hello {name}', 'Hei {navn}')).toEqual([
      'texts/nb.po: “Hello {name}”: its values are navn instead of name',
    ])
    expect(faults('nb', 'Hello {name}', 'Hei {name')).toEqual(['texts/nb.po: “Hello {name}”: it is not ICU'])
    expect(faults('nb', 'Hello {name}', 'Hei {name}')).toEqual([])
  })

  it('has the plural forms of its language', () => {
    const english = '{count, plural, one {# item} other {# items}}'
    expect(faults('nb', english, '{count, plural, other {# ting}}')).toEqual([
      `texts/nb.po: “${english}”: a plural lacks the form one`,
    ])
    expect(faults('pl', english, '{count, plural, one {# rzecz} few {# rzeczy} other {# rzeczy}}')).toEqual([
      `texts/pl.po: “${english}”: a plural lacks the form many`,
    ])
    expect(faults('nb', english, '{count, plural, one {# ting} few {# ting} other {# ting}}')).toEqual([
      `texts/nb.po: “${english}”: nb has no plural form few`,
    ])
    expect(faults('pl', english, '{count, plural, one {# a} few {# b} many {# c} other {# d}}')).toEqual([])
  })

  it('that a reader of PO files would not understand, or that is marked as unsure, is refused with its line', () => {
    const content = `${HEADER}#, fuzzy\nmsgid "Cart"\nmsgstr "Kurv\n\nmsgid "a \\"b\\""\nmsgstr ""\n"Kurv"\ngarbage\n`
    expect(findSyntaxFaults('nb', content)).toEqual([
      'texts/nb.po, line 6: it is marked as unsure: #, fuzzy',
      'texts/nb.po, line 8: it is not a line of a PO file: msgstr "Kurv',
      'texts/nb.po, line 13: it is not a line of a PO file: garbage',
    ])
  })

  it.each(['#, fuzzy', '#,fuzzy', '#, c-format, fuzzy', '#,c-format,fuzzy', '# , fuzzy, c-format'])(
    'that is marked as unsure by %s is refused',
    (flag) => {
      const content = `${HEADER}# no fuzzy words\n#, c-format\n${flag}\nmsgid "Cart"\nmsgstr "Kurv"\n`
      expect(findSyntaxFaults('nb', content)).toEqual([`texts/nb.po, line 8: it is marked as unsure: ${flag}`])
    },
  )

  it('with letters that the shop’s fonts cannot print is refused', () => {
    expect(faults('ja', 'Cart', 'カ')).toEqual(['texts/ja.po: “Cart”: no font of the shop prints カ'])
    expect(faults('pl', 'Cart', 'Wózek ąćęłńóśźż')).toEqual([])
  })

  it.each([
    ['Hello {name}', 'Hallo {name, date}', '{name, date} is not how the English text says it'],
    ['Hello {name}', 'Hallo {name, number}', '{name, number} is not how the English text says it'],
    ['Hello {name}', 'Hallo {name, select, male {x}}', '{name, select} is not how the English text says it'],
    [
      '{count, plural, one {# item} other {# items}}',
      '{count, plural, one {# item}}',
      '{count} has no form for other values',
    ],
    [
      '{count, plural, one {# item} other {# items}}',
      '{count, plural, one {# ting} other {}}',
      'the form other of {count} is empty',
    ],
    [
      '{count, plural, =0 {} one {# item} other {# items}}',
      '{count, plural, one {# ting} other {# ting}}',
      '{count} lacks the form =0',
    ],
    [
      '{count, plural, one {# item} other {# items}}',
      '{count, plural, offset:1 one {# ting} other {# ting}}',
      '{count} has an offset',
    ],
    [
      '{country, select, NO {+47} SE {+46} other {+1}}',
      '{country, select, NO {+47} other {+1}}',
      '{country} lacks the form SE',
    ],
    ['Cart {name}', 'Kurv {name}}', 'a brace is not part of a value'],
    ['Cart', 'Kurv }', 'a brace is not part of a value'],
    ['Cart', 'Ku\u202erv', 'it has an invisible character'],
    ['Cart', 'Ku\ue000rv', 'no font of the shop prints U+E000'],
    ['Cart', 'Ku\u0378rv', 'no font of the shop prints U+0378'],
    ['Cart', 'Ku\u2028rv', 'no font of the shop prints U+2028'],
    ['Cart', 'Ku\u2029rv', 'no font of the shop prints U+2029'],
    ['Cart', 'Ku\u3000rv', 'no font of the shop prints U+3000'],
    ['Cart', 'Ku\u2003rv', 'no font of the shop prints U+2003'],
    [
      '{n, plural, one {# item} other {# items}}',
      '{n, plural, one {# ting} one {# sak} other {# ting}}',
      'the form one of {n} is there twice',
    ],
    [
      '{n, plural, =0 {none} one {# item} other {# items}}',
      '{n, plural, =0 {ingen} =0 {ikke noe} one {# ting} other {# ting}}',
      'the form =0 of {n} is there twice',
    ],
    [
      '{country, select, NO {+47} other {+1}}',
      '{country, select, NO {+47} NO {+46} other {+1}}',
      'the form NO of {country} is there twice',
    ],
    [
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      '{n, selectordinal, other {#.} other {#}}',
      'the form other of {n} is there twice',
    ],
    [
      '{a, select, x {{n, plural, one {# item} other {# items}}} other {none}}',
      '{a, select, x {{n, plural, one {# ting} other {# ting} other {# sak}}} other {ingen}}',
      'the form other of {n} is there twice',
    ],
  ])('that says %s as %s is refused', (english, translation, fault) => {
    expect(faults('nb', english, translation)).toContain(`texts/nb.po: “${english}”: ${fault}`)
  })
})

describe('docs/languages.md', () => {
  it('quotes texts that there are, and gives none of them a number', () => {
    const texts = readCatalogue('en').map(({ english }) => english)
    const quoted = [...page.matchAll(/“([^”]{12,})…”/g)].map(([, text = '']) => text)
    expect(quoted.length).toBeGreaterThan(10)
    expect(quoted.filter((text) => !texts.some((one) => one.startsWith(text)))).toEqual([])
    expect(page.match(/\((?:[a-z ]*\d{2,4}(?: \w+)?(?:, )?)+\)|\bread \d{2,4}\b/g)).toBeNull()
  })
})
