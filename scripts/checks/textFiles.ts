import { mainLanguage } from '../../packages/core/src/languageTags.ts'

/** What is wrong with the names of files in `texts`: a file is one language, by its tag, which all its regions share. */
export function findNameFaults(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const name = file.replace(/\.po$/, '')
    const language = languageOf(name)
    if (!language) return [`texts/${file} would never be read: ${name} is not the tag of a language`]
    return name === language && file !== name
      ? []
      : [`texts/${file} would never be read: the file of this language is ${language}.po`]
  })
}

/** The tag that a name of a language stands for: of an older or longer tag (`iw`, `nob`), of a region's, or of a country's (`cz`). */
function languageOf(name: string): string | undefined {
  const [tag = ''] = name.split('.')
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'))
    const main = mainLanguage(new Intl.Locale(canonical).language)
    return isKnown('language', main) ? main : languageOfCountry(tag.toUpperCase())
  } catch {
    return undefined
  }
}

function languageOfCountry(country: string): string | undefined {
  return isKnown('region', country) ? new Intl.Locale(`und-${country}`).maximize().language : undefined
}

const isKnown = (type: 'language' | 'region', code: string) =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined

type Row = { language: string; texts: string }

/** The rows of the table in docs/languages.md, each about a file. */
const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\|[^|]*\|[^|]*`([\w-]+)\.po`[^|]*\|([^|]*)\|/gm)].map(([, language = '', texts = '']) => ({
    language,
    texts: texts.trim(),
  }))

/** The languages that docs/languages.md calls complete. A language without a row may lack texts. */
export const completeLanguages = (page: string): string[] =>
  rowsOf(page).flatMap(({ language, texts }) => (texts === 'all' ? [language] : []))

/** What the table says of no file, or in words that hold nobody to anything. */
export function findTableFaults(page: string, languages: readonly string[]): string[] {
  const rows = rowsOf(page)
  // a table of another form would call nothing complete, and everything be in order
  const unread = completeLanguages(page).includes('en') ? [] : ['its table does not call English complete']
  return [
    ...unread,
    ...rows
      .filter(({ language }) => !languages.includes(language))
      .map(({ language }) => `there is no texts/${language}.po`),
    ...rows
      .filter(({ texts }) => texts !== 'all' && !/^\d/.test(texts))
      .map(({ language, texts }) => `of ${language}.po it says “${texts}” instead of “all” or how many`),
  ].map((fault) => `docs/languages.md: ${fault}`)
}
