import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../packages/server/src/platform/texts.ts'
import { findSyntaxFaults } from './checks/poFile.ts'
import { findNameFaults } from './checks/textFiles.ts'
import { findEnglishTexts, findTextFaults, findUnknownTexts, readCatalogue } from './checks/texts.ts'

// `pnpm texts` brings the catalogues up to date with the sources, and lists what each language lacks. Such a text appears in
// English. `pnpm texts nb` lists all of what one language lacks. Faults fail.

const ROOT = join(import.meta.dirname, '..')
/** How many missing texts of each language are listed. */
const FIRST = 10

/**
 * Adds new texts to the catalogues, and removes those that nothing declares any more. Throws, and changes nothing, if a file has something
 * that lingui would drop.
 */
export function updateCatalogues(root: string): void {
  const folder = join(root, 'texts')
  const files = readdirSync(folder)
  const faults = [
    ...findNameFaults(files),
    ...files.flatMap((file) => findSyntaxFaults(file.replace(/\.po$/, ''), readFileSync(join(folder, file), 'utf8'))),
  ]
  // of a text that was removed from the sources, the English catalogue still has the id
  const english = faults.length > 0 ? [] : readCatalogue('en', folder)
  for (const language of faults.length > 0 ? [] : LANGUAGES)
    faults.push(...findUnknownTexts(language, readCatalogue(language, folder), english))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  execFileSync(process.execPath, [join(root, 'node_modules/@lingui/cli/dist/lingui.js'), 'extract', '--clean'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** What is wrong with the texts of these languages. */
export const findFaults = (languages: readonly string[]): string[] =>
  languages.flatMap((language) => findTextFaults(language, readCatalogue(language)))

/** What a language has and lacks, and what it says as English does, in lines. */
export function report(language: string, limit: number): string[] {
  const texts = readCatalogue(language)
  const missing = texts.filter(({ translation }) => translation === undefined)
  const share = texts.length === 0 ? 0 : Math.floor((100 * (texts.length - missing.length)) / texts.length)
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language)
  const rest = missing.length - limit
  const same = language === 'en' ? [] : findEnglishTexts(texts)
  return [
    `${language}  ${name}: ${share} % of ${texts.length} texts, ${same.length} as in English`,
    ...missing.slice(0, limit).map(({ english, context }) => `      ${english}${context ? ` (${context})` : ''}`),
    ...(rest > 0 ? [`      … and ${rest} more: pnpm texts ${language}`] : []),
    // of all languages, their number is enough
    ...(limit > FIRST ? same.map((english) => `  =   ${english}`) : []),
    ...findTextFaults(language, texts).map((fault) => `  !   ${fault}`),
  ]
}

if (import.meta.main) {
  const [only] = process.argv.slice(2)
  try {
    if (only && !LANGUAGES.includes(only)) throw new Error(`There is no texts/${only}.po`)
    updateCatalogues(ROOT)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  const selected = only ? [only] : LANGUAGES.filter((language) => language !== 'en')
  for (const line of selected.flatMap((language) => report(language, only ? Number.POSITIVE_INFINITY : FIRST)))
    console.log(line)
  if (findFaults(selected).length > 0) process.exitCode = 1
}
