/**
 * The languages besides English, one file each, which exports `messages` with the same ids. The file is all it takes: it is
 * found by its name (`de.ts`, `nb.ts`) and fetched when somebody reads that language.
 */
const files = import.meta.glob<Record<string, string>>('./[a-z][a-z].ts', { import: 'messages' })

/** A language tag as files are named: `de-AT` is `de`, every Norwegian is Bokmål, the language most Norwegians write. */
export function shortLanguage(tag: string): string {
  const [short = 'en'] = /^[a-z]+/.exec(tag.toLowerCase()) ?? []
  return short === 'no' || short === 'nn' ? 'nb' : short
}

/** The messages of a language; none for English, which stands with the components, or for one without a file. */
export async function loadCatalog(language: string): Promise<Record<string, string>> {
  const load = files[`./${language}.ts`]
  return load ? await load() : {}
}
