import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCatalogue } from './checks/texts.ts'
import { checkOut, fetchTexts, type OldText, readOldTexts } from './oldTexts.ts'
import { type Difference, difference, orderOf } from './sayings.ts'

// `node scripts/compareTexts.ts <revision>` compares what a revision of before decision 0042 said, in each of its languages, with what the
// catalogues say: which sentences are the same, which differ, and which are gone. With a second revision, its catalogues are compared
// instead of those of the work tree.

const ROOT = join(import.meta.dirname, '..')

/** A text of the catalogues: its translations by language, English among them. */
export type NewText = { id: string; texts: Readonly<Record<string, string>> }

/** Of one language. */
export type Comparison = { same: number; different: (Difference & { place: string })[]; gone: string[] }

/**
 * @param idOf the text of today in the place of an old one, if there is one
 */
export function compareTexts(
  old: readonly OldText[],
  texts: readonly NewText[],
  idOf: (old: OldText) => string | undefined = () => undefined,
): Map<string, Comparison> {
  const found = new Map<string, Comparison>()
  for (const one of old) {
    const text = successorOf(one, texts, idOf(one))
    for (const [language, saying] of Object.entries(one.sayings)) {
      const comparison = found.get(language) ?? { same: 0, different: [], gone: [] }
      found.set(language, comparison)
      const after = text?.texts[language]
      if (!text || after === undefined) {
        comparison.gone.push(`${one.place}: ${String(saying).replace(/\s+/g, ' ')}`)
        continue
      }
      const differs = difference(language, saying, after, orderOf(one.sayings.en, text.texts.en ?? ''))
      if (differs) comparison.different.push({ place: one.place, ...differs })
      else comparison.same += 1
    }
  }
  return found
}

/**
 * The text in the same place if it says the same in English; otherwise, of all that say the same in English, or in any language, that which does in
 * most languages. So a translation that went to another text is a difference.
 */
function successorOf(old: OldText, texts: readonly NewText[], id: string | undefined): NewText | undefined {
  const inPlace = texts.find((text) => text.id === id)
  const { en: english } = old.sayings
  if (inPlace && (english === undefined || isSame(old, inPlace, 'en'))) return inPlace
  const equal = english === undefined ? [] : texts.filter((text) => isSame(old, text, 'en'))
  const candidates = equal.length > 0 ? equal : texts.filter((text) => equalLanguages(old, text) > 0)
  const best = candidates.toSorted((a, b) => equalLanguages(old, b) - equalLanguages(old, a))[0]
  return best ?? inPlace
}

const equalLanguages = (old: OldText, text: NewText) =>
  Object.keys(old.sayings).filter((language) => isSame(old, text, language)).length

function isSame(old: OldText, { texts }: NewText, language: string): boolean {
  const [saying, text] = [old.sayings[language], texts[language]]
  if (saying === undefined || text === undefined) return false
  return !difference(language, saying, text, orderOf(old.sayings.en, texts.en ?? ''))
}

/** The texts of the catalogues in a folder, in each of these languages. */
function readTexts(languages: readonly string[], folder: string): NewText[] {
  const catalogues = languages.map(
    (language) => [language, new Map(readCatalogue(language, folder).map((one) => [one.id, one.translation]))] as const,
  )
  return readCatalogue('en', folder).map(({ id }) => {
    const texts = catalogues.map(([language, translations]) => [language, translations.get(id)] as const)
    return { id, texts: Object.fromEntries(texts.filter(([, text]) => text !== undefined) as [string, string][]) }
  })
}

/** Finds today's text by its file and key. */
async function findPlaces(old: readonly OldText[]): Promise<(old: OldText) => string | undefined> {
  const modules = new Map<string, object[]>()
  for (const { file } of old)
    if (!modules.has(file) && file.endsWith('.ts'))
      modules.set(file, Object.values(await import(join(ROOT, file)).catch(() => ({}))))
  return ({ file, keys }) => {
    const values = (modules.get(file) ?? []).map((value) =>
      keys.reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], value),
    )
    return values.flatMap((value) => (value as { id?: string } | undefined)?.id ?? [])[0]
  }
}

function report(language: string, { same, different, gone }: Comparison): string[] {
  return [
    `${language}: ${same} the same, ${different.length} different, ${gone.length} gone`,
    ...different.map(({ place, before, after }) => `  ${place}\n    - ${before}\n    + ${after}`),
    ...gone.map((text) => `  gone: ${text}`),
  ]
}

if (import.meta.main) {
  const [revision, later] = process.argv.slice(2)
  if (!revision) throw new Error('Which revision? node scripts/compareTexts.ts <revision> [<later revision>]')
  const folder = mkdtempSync(join(tmpdir(), 'portraitkit-texts-'))
  try {
    checkOut(ROOT, revision, folder)
    if (!existsSync(join(folder, 'packages/widgets/src/locales/nb.ts')))
      throw new Error(`The texts of ${revision} are in catalogues already: name a revision of before decision 0042`)
    const texts = later ? fetchTexts(ROOT, later, folder) : join(ROOT, 'texts')
    const old = await readOldTexts(folder)
    const languages = [...new Set(old.flatMap(({ sayings }) => Object.keys(sayings)))]
    const compared = compareTexts(old, readTexts(languages, texts), await findPlaces(old))
    const ofPages = old.filter(({ place }) => !place.includes('/')).length
    console.log(`${ofPages} texts of pages, ${old.length - ofPages} of tables`)
    for (const [language, comparison] of compared) console.log(report(language, comparison).join('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
