import { type ESTree, parseSync, Visitor } from 'vite'
import { isProduct, isPublishedEntry, isTest, type Module, resolveSpecifier, type Source } from './sources.ts'

const REGISTRY = /\b(?:npmjs|yarnpkg|pypi|deb\.debian|jsdelivr|unpkg)\.(?:org|com|net)\b/
const MACHINE_PATH = /(?<![\w.:/@$}-])\/(?:work|root|(?:home|Users)\/[\w.-]+)(?=\/|\s|$|['"`)])/
const LINE_LIMIT = 300
/** Files of core up to this length may be tested with what uses them. */
const UNTESTED_LIMIT = 100
const FUNCTION_LIMIT = 80
/** A component contains its markup too. */
const COMPONENT_LIMIT = 120
const WRITTEN = /^(?:packages|examples|scripts|bench|docs)\/.*\.(?:ts|tsx|mts|js|mjs|vue|css)$/
const isWritten = (path: string) => WRITTEN.test(path) && !isTest(path) && !/\.generated\.|\/locales\//.test(path)

/** The two lists that are named `index.ts`: a folder's register, and what is published of core, whose users import no other file. */
const REGISTERS = ['packages/server/src/ports/payments/index.ts', 'packages/core/src/index.ts']

/**
 * Every name has one address. Refused are `index.ts`, star exports, exports of what another file of the project exports, however
 * they are written, and files that only give such a thing another name. A published entry may pass on types: its users can
 * import no other file.
 */
export function checkBarrels(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    if (!module.path.startsWith('packages/') || REGISTERS.includes(module.path)) return []
    if (/\/src\/(?:.*\/)?index\.tsx?$/.test(module.path)) return [`${module.path} is a barrel by its name`]
    const stars = module.references.filter(({ kind }) => kind === 'star')
    if (stars.length > 0) return stars.map(({ line }) => `${module.path}:${line} re-exports a whole module`)
    const { body } = parseSync(module.path, module.text).program
    const imported = importedNames(body)
    const passedOn = body.flatMap((statement) =>
      passedOnBy(statement, imported, isPublishedEntry(module.path)).map((name) => {
        const line = module.text.slice(0, statement.start).split('\n').length
        return `${module.path}:${line} passes on ${name}: import it from the file that declares it`
      }),
    )
    if (passedOn.length > 0) return passedOn
    const own = body.filter(({ type }) => type !== 'ImportDeclaration')
    return own.length > 0 && own.every((each) => isAlias(each, imported))
      ? [`${module.path} only gives other names to what other files export`]
      : []
  })
}

type Statement = ESTree.Program['body'][number]

/** The local names of what a module imports from other files of the project. */
function importedNames(body: readonly Statement[]): Set<string> {
  return new Set(
    body.flatMap((each) =>
      each.type === 'ImportDeclaration' && isOfProject(each.source.value)
        ? each.specifiers.map(({ local }) => local.name)
        : [],
    ),
  )
}

const isOfProject = (specifier: string): boolean => /^(?:\.|@portraitkit\/)/.test(specifier)

const isNameIn = (names: ReadonlySet<string>, node: ESTree.Node | null | undefined): boolean =>
  node?.type === 'Identifier' && names.has(node.name)

/** The names that a statement exports although another file declares them. */
function passedOnBy(statement: Statement, imported: ReadonlySet<string>, mayPassTypes: boolean): string[] {
  if (statement.type === 'ExportDefaultDeclaration') return isNameIn(imported, statement.declaration) ? ['default'] : []
  if (statement.type !== 'ExportNamedDeclaration' || (mayPassTypes && statement.exportKind === 'type')) return []
  const isFromFile = statement.source ? isOfProject(statement.source.value) : false
  return statement.specifiers
    .filter(({ local }) => isFromFile || (!statement.source && isNameIn(imported, local)))
    .map(({ local }) => (local.type === 'Literal' ? local.value : local.name))
}

/** Whether a statement only gives an import another name: `export const b = a`, `export type B = A`. */
function isAlias(statement: Statement, imported: ReadonlySet<string>): boolean {
  if (statement.type !== 'ExportNamedDeclaration') return false
  const { declaration } = statement
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.every(({ init }) => isNameIn(imported, init))
  if (declaration?.type !== 'TSTypeAliasDeclaration' || declaration.typeAnnotation.type !== 'TSTypeReference')
    return false
  return !declaration.typeAnnotation.typeArguments && isNameIn(imported, declaration.typeAnnotation.typeName)
}

/** Browser code imports `* as z from 'zod/mini'`: a named `z` drags in every locale, full zod trips `eval` under a CSP. */
export function checkBrowserZod(modules: readonly Module[]): string[] {
  const inBrowser = /^(?:packages\/(?:core|widgets)\/src|examples\/[^/]+\/src)\//
  return modules.flatMap((module) => {
    if (!inBrowser.test(module.path) || isTest(module.path)) return []
    return module.references
      .filter(({ specifier, names }) => specifier === 'zod' || (specifier === 'zod/mini' && names.includes('z')))
      .map(({ line }) => `${module.path}:${line} imports zod: use import * as z from 'zod/mini'`)
  })
}

const linesWith = ({ path, text }: Source, found: (line: string) => boolean): string[] =>
  text.split('\n').flatMap((line, index) => (found(line) ? [`${path}:${index + 1}`] : []))

/** The host of no package registry occurs in the project. */
export function checkRegistryNames(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    linesWith(source, (line) => REGISTRY.test(line)).map((at) => `${at} names a package registry`),
  )
}

/** No path of one person's machine occurs in the project. */
export function checkMachinePaths(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    linesWith(source, (line) => MACHINE_PATH.test(line)).map((at) => `${at} names a path of one machine`),
  )
}

/** A text of the server is in a file that says so: `codeTexts.ts`, `texts.ts`. */
export function checkTextFiles(sources: readonly Source[]): string[] {
  const inFeature = sources.filter(({ path }) => path.startsWith('packages/server/src/') && isProduct(path))
  return inFeature
    .filter(({ path }) => !/texts\.ts$/i.test(path))
    .flatMap((source) =>
      linesWith(source, (line) => /\bmsg(?:`|\()/.test(line)).map(
        (at) => `${at} is a text: move it to a file whose name ends in Texts.ts`,
      ),
    )
}

/** Source files stay readable: at most 300 lines, unless the allow-list gives a reason. */
export function checkLength(sources: readonly Source[], allowed: Record<string, string>): string[] {
  const long = sources.filter(({ path, text }) => isWritten(path) && text.split('\n').length - 1 > LINE_LIMIT)
  const problems = long
    .filter(({ path }) => !allowed[path])
    .map(({ path, text }) => `${path} has ${text.split('\n').length - 1} lines`)
  const needless = Object.keys(allowed).filter((path) => !long.some((source) => source.path === path))
  return [...problems, ...needless.map((path) => `${path} is allowed to be long and is not`)]
}

/**
 * A file of core over 100 lines has a test of its own name next to it, which needs no browser. Contracts need none, nor what
 * the allow-list names with a reason.
 */
export function checkOwnTests(sources: readonly Source[], allowed: Record<string, string>): string[] {
  const paths = new Set(sources.map(({ path }) => path))
  const untested = sources.filter(({ path, text }) => {
    const isRule = /^packages\/core\/src\/.*\.tsx?$/.test(path) && isProduct(path) && !/contract\.ts$/i.test(path)
    return isRule && text.split('\n').length - 1 > UNTESTED_LIMIT && !paths.has(path.replace(/\.tsx?$/, '.test.ts'))
  })
  const problems = untested
    .filter(({ path }) => !allowed[path])
    .map(({ path, text }) => `${path} has ${text.split('\n').length - 1} lines and no test of its own name`)
  const needless = Object.keys(allowed).filter((path) => !untested.some((source) => source.path === path))
  return [...problems, ...needless.map((path) => `${path} is allowed to have no test and needs no permission`)]
}

/**
 * Functions fit on a screen or two: at most 80 lines, a component 120, unless the allow-list gives a reason. The list names a
 * function by its file and its name, as in `packages/core/src/a.ts createA`.
 */
export function checkFunctionLength(modules: readonly Module[], allowed: Record<string, string>): string[] {
  const long = modules.filter(({ path }) => isWritten(path)).flatMap(longFunctions)
  const problems = long.filter(({ name }) => !allowed[name]).map(({ name, lines }) => `${name} has ${lines} lines`)
  const needless = Object.keys(allowed).filter((name) => !long.some((each) => each.name === name))
  return [...problems, ...needless.map((name) => `${name} is allowed to be long and is not`)]
}

type FunctionNode = { start: number; end: number; id?: { name: string } | null }

function longFunctions({ path, text }: Module): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = []
  const names = new Map<number, string>()
  const look = ({ start, end, id }: FunctionNode) => {
    const name = id?.name ?? names.get(start) ?? `line ${text.slice(0, start).split('\n').length}`
    const lines = text.slice(start, end).split('\n').length
    const limit = path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LIMIT : FUNCTION_LIMIT
    if (lines > limit) found.push({ name: `${path} ${name}`, lines })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name)
    },
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(parseSync(path, text).program)
  return found
}

/** Builders and stand-ins are tools for tests, and not part of the product: they are in a folder named `testing`. */
export function checkTestTools(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /^packages\/[^/]+\/src\/(?:.*\/)?(?:build|test|fake|mock|stub)[A-Z][^/]*\.tsx?$/.test(path))
    .filter((path) => !path.includes('/testing/'))
    .map((path) => `${path} is named like a tool for tests: move it into testing/, or name it after what it does`)
}

/** Every file of the project that a module names exists. `exists` answers for a path in the repository. */
export function checkResolves(modules: readonly Module[], exists: (path: string) => boolean): string[] {
  return modules.flatMap((module) =>
    module.references.flatMap(({ specifier, line, kind }) => {
      const target = resolveSpecifier(module.path, specifier)
      if (!target || exists(target)) return []
      // an address may be created at run time, such as that of a built bundle
      if (kind === 'url' && !isProduct(module.path)) return []
      return [`${module.path}:${line} names ${specifier}, which does not exist`]
    }),
  )
}
