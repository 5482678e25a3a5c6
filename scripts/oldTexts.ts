import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** What a text says: ICU, or a function of its values, as the server's texts were before decision 0042. */
export type Saying = string | ((...values: never[]) => string)

/** A text of the old form in every language that it was written in. */
export type OldText = {
  /** Where it was declared, as a person would look for it. */
  place: string
  /** Its file, and the names that lead to it in that file. */
  file: string
  keys: readonly string[]
  sayings: Readonly<Record<string, Saying>>
}

const TABLE_LANGUAGES = /\bnb\b/
const isProduct = (file: string) => !/\.(?:test|stories)\.tsx?$|\/(?:testing|demo)\//.test(file)

/** The files of a revision in a folder, in which their packages find each other and what is installed here. */
export function checkOut(root: string, revision: string, folder: string): void {
  unpack(root, revision, 'packages', folder)
  for (const name of readdirSync(join(folder, 'packages'))) {
    const installed = join(root, 'packages', name, 'node_modules')
    const modules = join(folder, 'packages', name, 'node_modules')
    mkdirSync(join(modules, '@portraitkit'), { recursive: true })
    for (const each of readdirSync(installed))
      if (each !== '@portraitkit') symlinkSync(join(installed, each), join(modules, each))
    for (const other of readdirSync(join(folder, 'packages')))
      symlinkSync(join(folder, 'packages', other), join(modules, '@portraitkit', other))
  }
}

/** The folder with the catalogues of a revision. */
export function fetchTexts(root: string, revision: string, folder: string): string {
  unpack(root, revision, 'texts', folder)
  return join(folder, 'texts')
}

function unpack(root: string, revision: string, path: string, folder: string): void {
  const archive = execFileSync('git', ['archive', revision, path], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
}

/** Every text of the folder: of the pages, and of the tables of the server and of the code. */
export async function readOldTexts(folder: string): Promise<OldText[]> {
  return [...(await pageTexts(folder)), ...(await tableTexts(folder))]
}

type Module = Record<string, unknown>
const load = (folder: string, file: string) => import(join(folder, file)) as Promise<Module>

/** English by id in the features' files, and the other languages in a file each. */
async function pageTexts(folder: string): Promise<OldText[]> {
  const locales = 'packages/widgets/src/locales'
  const languages = globSync(`${locales}/[a-z][a-z].ts`, { cwd: folder })
  const catalogues = await Promise.all(
    languages.map(async (file) => {
      const { messages } = await load(folder, file)
      return [/(\w+)\.ts$/.exec(file)?.[1] ?? '', messages as Record<string, string>] as const
    }),
  )
  const files = globSync(['packages/widgets/src/**/messages.ts', 'packages/widgets/src/**/*Messages.ts'], {
    cwd: folder,
  })
  const texts = await Promise.all(
    files.map(async (file) => {
      const objects = Object.values(await load(folder, file)).filter((each) => typeof each === 'object')
      return objects
        .flatMap((object) => Object.entries(object as Record<string, string>))
        .map(([id, english]) => {
          const translated = catalogues.flatMap(([language, messages]) =>
            messages[id] ? [[language, messages[id]]] : [],
          )
          // `checkout.fault.fullName` became `faultFullName`
          const key = id.slice(id.indexOf('.') + 1).replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
          return { place: id, file, keys: [key], sayings: { en: english, ...Object.fromEntries(translated) } }
        })
    }),
  )
  return texts.flat()
}

/** Tables by language: `{ en: { title: '…' }, nb: { … } }`. Of failures, English is in the contracts. */
async function tableTexts(folder: string): Promise<OldText[]> {
  const english = await contractTexts(folder)
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: folder }).filter(isProduct)
  const texts: OldText[] = []
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const names = TABLE_LANGUAGES.test(text) ? tablesIn(file, text) : []
    if (names.length === 0) continue
    const module = await load(folder, exposeTables(folder, file, text, names))
    for (const { name } of names) {
      const table = module[`table_${name}`] as Record<string, unknown>
      for (const [path, sayings] of leavesOf(table)) {
        const known = path.length === 1 ? english.get(path[0] ?? '') : undefined
        const all = known === undefined || 'en' in sayings ? sayings : { en: known, ...sayings }
        texts.push({ place: `${file} ${[name, ...path].join('.')}`, file, keys: path, sayings: all })
      }
    }
  }
  return texts
}

type Table = { name: string; start: number; end: number }

/** The constants of a module that have a text in Norwegian, Swedish and Danish. */
function tablesIn(file: string, text: string): Table[] {
  return parseSync(file, text).program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) => {
      const value = init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init
      if (id.type !== 'Identifier' || value?.type !== 'ObjectExpression') return []
      const keys = value.properties.map((each) =>
        each.type === 'Property' ? text.slice(each.key.start, each.key.end) : '',
      )
      const isTable = ['nb', 'sv', 'da'].every((language) => keys.includes(language))
      return isTable ? [{ name: id.name, start: declaration.start, end: declaration.end }] : []
    })
  })
}

/** Writes a module next to the file that exports its tables, and returns its path. Of markup, it has nothing but the tables. */
function exposeTables(folder: string, file: string, text: string, tables: readonly Table[]): string {
  const path = file.replace(/\.tsx?$/, '.tables.ts')
  const code = file.endsWith('x') ? tables.map(({ start, end }) => text.slice(start, end)).join('\n') : text
  const names = tables.map(({ name }) => `${name} as table_${name}`).join(', ')
  writeFileSync(join(folder, dirname(path), path.slice(path.lastIndexOf('/') + 1)), `${code}\nexport { ${names} }\n`)
  return path
}

/** The texts of a table, each with the keys that lead to it in every language. */
function leavesOf(
  table: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): [string[], Record<string, Saying>][] {
  const values = Object.entries(table).filter(([, value]) => value !== undefined)
  const [, first] = values[0] ?? []
  if (typeof first !== 'object' || first === null)
    return sentencesOf(path, Object.fromEntries(values as [string, Saying][]))
  const keys = [...new Set(values.flatMap(([, value]) => Object.keys(value as object)))]
  return keys.flatMap((key) => {
    const inside = values.map(([language, value]) => [language, (value as Record<string, unknown>)[key]] as const)
    return leavesOf(Object.fromEntries(inside), [...path, key])
  })
}

/** A function of some sentences is a function of each. */
function sentencesOf(path: readonly string[], sayings: Record<string, Saying>): [string[], Record<string, Saying>][] {
  const entries = Object.entries(sayings)
  const [, first] = entries[0] ?? []
  const sentences: unknown = typeof first === 'function' ? first(...([] as never[])) : first
  if (!Array.isArray(sentences)) return [[[...path], sayings]]
  return sentences.map((_, at) => {
    const sentenceAt =
      (saying: Saying): Saying =>
      (...values: never[]) =>
        ((saying as (...values: never[]) => unknown)(...values) as string[])[at] ?? ''
    return [
      [...path, String(at)],
      Object.fromEntries(entries.map(([language, saying]) => [language, sentenceAt(saying)])),
    ]
  })
}

/** The English texts of failures by reason, and of faulty fields by code. */
async function contractTexts(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const files = globSync('packages/core/src/**/*.ts', { cwd: folder }).filter(isProduct)
  const collect = (value: unknown, name: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 5) return
    const { status, text } = value as Record<string, unknown>
    if (typeof status === 'number' && typeof text === 'string') texts.set(name, text)
    else for (const [key, each] of Object.entries(value)) collect(each, key, depth + 1)
  }
  for (const file of files)
    if (/failures|Faults/i.test(readFileSync(join(folder, file), 'utf8'))) {
      const module = await load(folder, file)
      collect(module, '', 0)
      const faults = module.inputFaults
      if (faults) for (const [code, text] of Object.entries(faults)) if (typeof text === 'string') texts.set(code, text)
    }
  return texts
}
