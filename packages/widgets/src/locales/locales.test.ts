import { describe, expect, it } from 'vitest'
import { buildFixture } from '../../vite.fixture.ts'
import { checkCatalog, valuesOf } from './checkCatalog.ts'
import { addLanguage, type Messages, translator } from './i18n.ts'

type File = { messages: Messages }
const features = import.meta.glob<Record<string, Messages>>(['../**/messages.ts', '../**/*Messages.ts'], {
  eager: true,
})
const languages = import.meta.glob<File>('./[a-z][a-z].ts', { eager: true })
const english: Messages = Object.assign({}, ...Object.values(features).flatMap((file) => Object.values(file)))

describe('the English texts', () => {
  it('have ids that begin with their feature, each used once, and are ICU', () => {
    const all = Object.entries(features).flatMap(([file, exported]) => {
      // `ui/formMessages.ts` has the ids of forms, `cart/messages.ts` those of the cart.
      const feature = file.match(/\/(\w+)Messages\.ts$/)?.[1] ?? file.split('/')[1]
      const texts = Object.values(exported).flatMap((messages) => Object.entries(messages))
      return texts.map(([id, text]) => ({ id, text, feature }))
    })
    expect(all.filter(({ id, feature }) => id.split('.')[0] !== feature).map(({ id }) => id)).toEqual([])
    expect(all.filter(({ text }) => valuesOf(text) === 'not ICU').map(({ id }) => id)).toEqual([])
    expect(all).toHaveLength(new Set(all.map(({ id }) => id)).size)
  })
})

describe.each(Object.entries(languages))('%s', (file, { messages }) => {
  it('has no unused texts, and uses the same values; missing ones are listed', async ({ annotate }) => {
    const { missing, unknown, wrong } = checkCatalog(english, messages)
    if (missing.length > 0) await annotate(`${file} lacks ${missing.length} texts: ${missing.join(', ')}`, 'warning')
    expect({ unknown, wrong }).toEqual({ unknown: [], wrong: [] })
  })
})

/** All texts of the shop: those of its pages, and the server's in emails, letters, errors and the demo. */
const allTexts = Object.entries(
  import.meta.glob<string>(
    [
      './[a-z][a-z].ts',
      '../../../server/src/**/*{ords,ext,exts,Mail,outes}.ts',
      '../../../server/src/demo/{pages,providers}.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
)
/** Words that were replaced by others, and, in Spanish, forms that address the reader as `tú`. */
const unsaid = {
  es: /\bconjuntos? de fotos|(?<!usted |se )\b(tus?|te|tuy[oa]s?|contigo|tienes|quieres|puedes|elige|escribe|introduce|inicia|inténtalo)\b/giu,
  nb: /fotosett/giu,
  sv: /fotoset\b|kundvagn/giu,
  da: /fotosæt|\bordre/giu,
}

describe.each(Object.entries(unsaid))('in %s', (language, other) => {
  it('[LOC-2] one thing has one name, and readers are addressed in one form, on pages and in emails', () => {
    const found = allTexts.flatMap(([file, source]) => {
      const ours = file === `./${language}.ts`
      // in a file with all languages, the part of this language
      const part = ours
        ? source
        : (source.split(new RegExp(`^ *${language}: `, 'm'))[1]?.split(/^ *[a-z]{2}: \{/m)[0] ?? '')
      return file.startsWith('./') && !ours ? [] : [...part.matchAll(other)].map(([words]) => `${file}: ${words}`)
    })
    expect(allTexts.length).toBeGreaterThan(15)
    expect(found).toEqual([])
  })
})

describe('a language', () => {
  const texts = {
    'test.greet': 'Hello {name}',
    'test.items': '{count, plural, =0 {nothing} one {# item} other {# items}}',
    'test.only': 'Only in English',
  } as const

  it('has its own plural rules, and an id that it lacks appears in English', () => {
    addLanguage('xx', {})
    addLanguage('de', { 'test.items': '{count, plural, one {# Stück} other {# Stücke}}', 'other.id': 'nie' })
    const t = translator('de-AT', texts)
    expect([t('test.items', { count: 1 }), t('test.items', { count: 3 })]).toEqual(['1 Stück', '3 Stücke'])
    expect([t('test.greet', { name: 'Emma' }), t('test.only')]).toEqual(['Hello Emma', 'Only in English'])
  })

  it('falls back to English if it is unknown', () => {
    expect(translator('tlh', texts)('test.items', { count: 2 })).toBe('2 items')
  })

  it('is compared with English: missing, unknown and wrong texts are named', () => {
    expect(
      checkCatalog(texts, { 'test.greet': 'Hei {navn}', 'test.gone': 'Borte', 'test.only': '{count, plural, one {x}' }),
    ).toEqual({
      missing: ['test.items'],
      unknown: ['test.gone'],
      wrong: ['test.greet', 'test.only'],
    })
  })

  it('needs no parser in a browser: builds contain compiled texts', async () => {
    const files = await buildFixture('src/testing/pages/translatedTexts.ts', 'preact')
    const code = [...files.values()].join('\n')
    expect(code).not.toMatch(/moo|MessageFormat|new Function/)
    const { say } = await import(
      `data:text/javascript;base64,${Buffer.from(files.get('/page.js') ?? '').toString('base64')}`
    )
    expect([say('shop.cart', { count: 1 }), say('shop.cart', { count: 2 }), say('shop.signIn')]).toEqual([
      'Cart, 1 item',
      'Cart, 2 items',
      'Log in',
    ])
  })
})
