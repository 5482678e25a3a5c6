import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder } from '../files.ts'
import { type ModuleReference, referencesOf } from './references.ts'

/** A text file of the project: its path in the repository, with forward slashes, and its content. */
export interface Source {
  path: string
  text: string
}

/** A source file of code with the names that it imports and exports. */
export interface Module extends Source {
  references: ModuleReference[]
}

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const TEXT =
  /\.(?:ts|tsx|mts|js|mjs|vue|php|css|html|json|jsonc|md|yaml|yml|sh|csv|svg|txt)$|(?:^|\/)(?:portraitkit|\.ci\/run|LICENSE|\.gitignore)$/
const CODE = /\.(?:ts|tsx|mts|js|mjs)$/
// tools for tests are in `testing`, whatever their names
const TEST = /\.(?:test|e2e|stories)\.tsx?$|\/(?:testing|fixtures)\//

export const isTest = (path: string): boolean => TEST.test(path)
/** Whether `path` is written by a person and part of the product: no test, no story, nothing generated. */
export const isProduct = (path: string): boolean =>
  /^packages\/[^/]+\/src\//.test(path) && !isTest(path) && !path.includes('.generated.')

/** Every text file of the project in the work tree, except what is installed, built or ignored. */
export function readSources(root: string = ROOT): Source[] {
  return listFiles(root)
    .filter((path) => TEXT.test(path) && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function listFiles(root: string): string[] {
  if (existsSync(join(root, '.git'))) {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    return [...new Set(listed.toString().split('\0'))].filter(Boolean)
  }
  return filesUnder(root, /^(?:node_modules|dist|data|coverage)$/).map((path) => relative(root, path))
}

/** The code among the sources, each file parsed once. */
export function parseModules(sources: readonly Source[]): Module[] {
  const paths = sources.map(({ path }) => path)
  return sources
    .filter(({ path }) => CODE.test(path))
    .map((source) => ({ ...source, references: referencesOf(source, paths) }))
}

/** The published modules of widgets besides its surfaces, by published name. */
const widgetEntries: Record<string, string | undefined> = JSON.parse(
  readFileSync(join(ROOT, 'packages/widgets/package.json'), 'utf8'),
).exports

/** Whether other projects import a module of widgets under a name of its own. */
export const isPublishedEntry = (path: string): boolean =>
  Object.values(widgetEntries).some((entry) => entry !== undefined && `packages/widgets/${entry.slice(2)}` === path)

/**
 * The path in the repository that a specifier stands for, or undefined if it names a third-party package.
 * @param from path of the importing file
 */
export function resolveSpecifier(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '')
  if (/^\.{1,2}\//.test(bare)) return join(dirname(from), bare).replaceAll('\\', '/')
  // A standalone example names the package's exports, which are not paths.
  if (/^examples\/(?!host-site\/)/.test(from)) return undefined
  const [, name, path = ''] = bare.match(/^@portraitkit\/(core|widgets|server|local-mongo)(?:\/(.+))?$/) ?? []
  const entry = name === 'widgets' && widgetEntries[path ? `./${path}` : '.']
  if (entry) return join('packages/widgets', entry).replaceAll('\\', '/')
  // Published names of core have no extension.
  const extension = name === 'core' && !/\.\w+$/.test(path) ? '.ts' : ''
  return name && path ? `packages/${name}/src/${path}${extension}` : undefined
}
