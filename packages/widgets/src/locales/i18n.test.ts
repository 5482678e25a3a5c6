import { compileMessage } from '@lingui/message-utils/compileMessage'
import { msg } from '@portraitkit/core/msg.ts'
import { describe, expect, it, vi } from 'vitest'
import { readTexts } from '../../../server/src/platform/texts.ts'
import { buildFixture } from '../../vite.fixture.ts'
import { isOwnText } from '../support/isOwnText.ts'
import { addTextPart, createI18n, expectLanguage, isReady, prepareLanguage, textsOfNewCode } from './i18n.ts'

/** Words that were replaced by others, and, in Spanish, forms that address the reader as `tú`. */
const unsaid = {
  es: /\bconjuntos? de fotos|\bim[aá]gen(es)?\b|carrito|(?<!usted |se )\b(tus?|te|tuy[oa]s?|contigo|tienes|quieres|puedes|elige|escribe|introduce|inicia|inténtalo)\b/giu,
  nb: /fotosett/giu,
  sv: /fotoset\b|kundvagn/giu,
  da: /fotosæt|\bordre/giu,
}

describe.each(Object.entries(unsaid))('in %s', (language, other) => {
  it('[LOC-2] one thing has one name, and readers are addressed in one form, on pages and in emails', () => {
    const texts = Object.values(readTexts(language))
    expect(texts.length).toBeGreaterThan(800)
    expect(texts.filter((text) => text.search(other) >= 0)).toEqual([])
  })
})

const greet = msg`Hello {name}`
const items = msg`{count, plural, =0 {nothing} one {# item} other {# items}}`
const later = msg`Said later`

/** A part whose files arrive, fail or wait as the test says. */
function part(texts: Record<string, Record<string, string>>) {
  const requests: string[] = []
  const failing = new Set<string>()
  const fetch = async (language: string) => {
    requests.push(language)
    if (failing.has(language)) throw new Error(`no ${language}`)
    const compiled = Object.entries(texts[language] ?? {}).map(([id, text]) => [id, compileMessage(text)])
    const inEnglish = { [items.id]: compileMessage(items.message ?? '') }
    return { messages: Object.fromEntries(compiled), ...(texts[language]?.[items.id] ? {} : { inEnglish }) }
  }
  return { requests, failing, part: { languages: Object.keys(texts), fetch } }
}

describe('texts by parts', () => {
  const first = part({
    en: { [greet.id]: 'Hello {name}', [items.id]: items.message ?? '' },
    de: { [greet.id]: 'Hallo {name}', [items.id]: '{count, plural, one {# Stück} other {# Stücke}}' },
    nb: { [greet.id]: 'Hei {name}' },
  })

  it('are fetched once for each language, each with its own plurals, side by side', async () => {
    addTextPart(first.part)
    addTextPart(first.part)
    expect([isReady('de-AT'), isReady('en')]).toEqual([false, false])
    await Promise.all([prepareLanguage('de-AT'), prepareLanguage('de'), prepareLanguage('en-US')])
    expect(first.requests.sort()).toEqual(['de', 'en'])
    const [german, english] = [createI18n('de-AT').t, createI18n('en').t]
    expect([german(items, { count: 1 }), german(items, { count: 3 })]).toEqual(['1 Stück', '3 Stücke'])
    expect([english(items, { count: 0 }), german(greet, { name: 'Emma' })]).toEqual(['nothing', 'Hallo Emma'])
  })

  it('are Norwegian for no, nn and nb, and English for a language that nobody has translated', async () => {
    await Promise.all([prepareLanguage('nn-NO'), prepareLanguage('tlh')])
    expect(createI18n('no').t(greet, { name: 'Emma' })).toBe('Hei Emma')
    expect(createI18n('no').t(greet, { name: '\\u0041\\x41' })).toBe('Hei \\u0041\\x41')
    expect(createI18n('tlh').t(items, { count: 2 })).toBe('2 items')
  })

  it('have the plurals of English where a language lacks a text, or could not be fetched', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const ordinal = msg`{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of {sum, number}`
    const english = { [ordinal.id]: ordinal.message ?? '', [items.id]: items.message ?? '' }
    const partly = part({ en: english, pl: {}, fr: { [ordinal.id]: '{place, selectordinal, one {#er} other {#e}}' } })
    partly.failing.add('fr')
    addTextPart(partly.part)
    await Promise.all(['pl', 'fr', 'nb'].map(prepareLanguage))
    const [polish, french, norwegian] = ['pl', 'fr', 'nb'].map((language) => createI18n(language).t)
    expect([1, 2, 5].map((count) => polish?.(items, { count }))).toEqual(['1 item', '2 items', '5 items'])
    expect([1, 2, 3].map((place) => french?.(ordinal, { place, sum: 1234.5 }))).toEqual([
      '1st of 1,234.5',
      '2nd of 1,234.5',
      '3rd of 1,234.5',
    ])
    expect(norwegian?.(ordinal, { place: 2, sum: 1 })).toBe('2nd of 1')
    partly.failing.delete('fr')
    await prepareLanguage('fr')
    expect(french?.(ordinal, { place: 1 })).toBe('1er')
    warn.mockRestore()
  })

  it('of code that came later are fetched in the languages that are shown', async () => {
    const second = part({ en: { [later.id]: 'Said later' }, de: { [later.id]: 'Später gesagt' } })
    const german = createI18n('de').t
    addTextPart(second.part)
    expect(isReady('de')).toBe(false)
    await textsOfNewCode()
    expect(german(later)).toBe('Später gesagt')
    expect(isOwnText('Später gesagt')).toBe(true)
    expect(isOwnText('Hallo Emma')).toBe(false)
  })

  it('of code that came while the first language was still fetched are fetched in it, until nobody waits for it', async () => {
    const early = part({ en: {}, fi: { [greet.id]: 'Hei {name}' } })
    const late = part({ en: {}, fi: { [later.id]: 'Myöhemmin' } })
    const tooLate = part({ en: {}, fi: {}, nl: {} })
    addTextPart(early.part)
    const forget = expectLanguage('fi-FI')
    const prepared = prepareLanguage('fi-FI')
    addTextPart(late.part)
    await Promise.all([prepared, textsOfNewCode()])
    expect(createI18n('fi').t(later)).toBe('Myöhemmin')
    const forgetOther = expectLanguage('nl')
    forgetOther()
    forget()
    addTextPart(tooLate.part)
    await textsOfNewCode()
    expect(tooLate.requests).not.toContain('nl')
  })

  it('that cannot be fetched are English, and are asked for again if English cannot be fetched either', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const lost = part({ en: { [later.id]: 'Said later' }, sv: { [later.id]: 'Sagt senare' } })
    lost.failing.add('sv').add('en')
    addTextPart(lost.part)
    await expect(prepareLanguage('sv')).rejects.toThrow('no en')
    expect(isReady('sv')).toBe(false)
    lost.failing.delete('en')
    await prepareLanguage('sv')
    expect([isReady('sv'), createI18n('sv').t(later)]).toEqual([true, 'Said later'])
    lost.failing.delete('sv')
    await prepareLanguage('sv')
    expect(createI18n('sv').t(later)).toBe('Sagt senare')
    expect(lost.requests.filter((language) => language === 'sv')).toHaveLength(3)
    await prepareLanguage('sv')
    expect(lost.requests.filter((language) => language === 'sv')).toHaveLength(3)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('texts in sv'), expect.anything())
    warn.mockRestore()
  })
})

describe('a page', () => {
  it('contains compiled texts only of its language, and neither a parser nor the English texts', async () => {
    const files = await buildFixture('src/testing/pages/translatedTexts.ts', 'preact')
    const page = files.get('/page.js') ?? ''
    expect([...files.values()].join('\n')).not.toMatch(/moo|MessageFormat|new Function/)
    expect(page).not.toMatch(/Log in|Logg inn|js-sha256/)
    const norwegian = [...files].filter(([, code]) => code.includes('Logg inn'))
    expect(norwegian.length).toBeGreaterThan(0)
    for (const [, code] of norwegian) expect(code).not.toMatch(/Log in|Anmelden/)
  })
})
