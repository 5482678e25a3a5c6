/**
 * The languages besides English, one file each, which exports `messages` with the same ids. The file is all it takes: it is
 * found by its name (`de.ts`, `nb.ts`) and fetched when somebody reads that language.
 */
const files = import.meta.glob<Record<string, string>>('./[a-z][a-z].ts', { import: 'messages' })

/** The languages that have a file, English first. */
export const languages: readonly string[] = ['en', ...Object.keys(files).map((file) => file.slice(2, -3))]

/** The nearest language that has texts: `de-AT` is read in German, `no` in Bokmål, an unknown one in English. */
export function nearestLanguage(wanted: string): string {
  const short = wanted.toLowerCase().split('-')[0] ?? 'en'
  const language = short === 'no' || short === 'nn' ? 'nb' : short
  return languages.includes(language) ? language : 'en'
}

/** The messages of a language. English stands with the components and has none here. */
export async function loadCatalog(language: string): Promise<Record<string, string>> {
  const load = files[`./${language}.ts`]
  return load ? await load() : {}
}
