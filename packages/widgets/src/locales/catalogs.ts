/**
 * The languages besides English, one file each, which exports `messages` with the same ids. Adding a file is enough: it is
 * found by its name (`de.ts`, `nb.ts`) and fetched when somebody reads that language.
 */
const files = import.meta.glob<Record<string, string>>('./[a-z][a-z].ts', { import: 'messages' })

/**
 * A language tag in the form of the file names: `de-AT` becomes `de`, every Norwegian tag becomes Bokmål, which most Norwegians
 * write.
 */
export function shortLanguage(tag: string): string {
  const [short = 'en'] = /^[a-z]+/.exec(tag.toLowerCase()) ?? []
  return short === 'no' || short === 'nn' ? 'nb' : short
}

/** The messages of a language; none for English, whose texts are in the components, or for a language without a file. */
export async function loadCatalog(language: string): Promise<Record<string, string>> {
  const load = files[`./${language}.ts`]
  return load ? await load() : {}
}
