import { parseSync, Visitor } from 'vite'
import { isProduct, isTest, type Module, resolveSpecifier, type Source } from './sources.ts'

const REGISTRY = /\b(?:npmjs|yarnpkg|pypi|deb\.debian|jsdelivr|unpkg)\.(?:org|com|net)\b/
const MACHINE_PATH = /(?<![\w.:/@$}-])\/(?:work|root|(?:home|Users)\/[\w.-]+)(?=\/|\s|$|['"`)])/
const LINE_LIMIT = 350

/** No module whose work is to pass on others: `index.ts` files, star exports, files of re-exports alone. */
export function checkBarrels(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    if (!module.path.startsWith('packages/') || module.path === 'packages/server/src/ports/payments/index.ts') return []
    if (/\/src\/(?:.*\/)?index\.tsx?$/.test(module.path)) return [`${module.path} is a barrel by its name`]
    const stars = module.references.filter(({ kind }) => kind === 'star')
    if (stars.length > 0) return stars.map(({ line }) => `${module.path}:${line} re-exports a whole module`)
    const statements = parseSync(module.path, module.text).program.body
    const passesOn = (each: (typeof statements)[number]) =>
      each.type === 'ExportNamedDeclaration' && each.source?.value.startsWith('.')
    return statements.length > 0 && statements.every(passesOn)
      ? [`${module.path} only passes on what other files export`]
      : []
  })
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

/** No test is left out or run alone; a test may depend on a condition (`skipIf`, `runIf`). */
export function checkTestsRun(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    if (!/\.(?:test|e2e)\.tsx?$/.test(module.path)) return []
    const found: string[] = []
    new Visitor({
      MemberExpression({ object, property, start }) {
        const suite = object.type === 'Identifier' && ['it', 'test', 'describe'].includes(object.name)
        if (!suite || property.type !== 'Identifier' || !['skip', 'only', 'todo', 'fails'].includes(property.name))
          return
        const line = module.text.slice(0, start).split('\n').length
        found.push(`${module.path}:${line} ${module.text.slice(object.start, property.end)}`)
      },
    }).visit(parseSync(module.path, module.text).program)
    return found
  })
}

const linesWith = ({ path, text }: Source, found: (line: string) => boolean): string[] =>
  text.split('\n').flatMap((line, index) => (found(line) ? [`${path}:${index + 1}`] : []))

/** No package registry's host stands in the project. */
export function checkRegistryNames(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    linesWith(source, (line) => REGISTRY.test(line)).map((at) => `${at} names a package registry`),
  )
}

/** No path of one person's machine stands in the project. */
export function checkMachinePaths(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    linesWith(source, (line) => MACHINE_PATH.test(line)).map((at) => `${at} names a path of one machine`),
  )
}

/** Source files stay readable: 350 lines at most, where the allow-list gives no reason. */
export function checkLength(sources: readonly Source[], allowed: Record<string, string>): string[] {
  const written = /^(?:packages|examples|scripts|bench)\/.*\.(?:ts|tsx|mjs)$/
  const long = sources.filter(({ path, text }) => {
    if (!written.test(path) || isTest(path) || /\.generated\.|\/locales\//.test(path)) return false
    return text.split('\n').length - 1 > LINE_LIMIT
  })
  const problems = long
    .filter(({ path }) => !allowed[path])
    .map(({ path, text }) => `${path} has ${text.split('\n').length - 1} lines`)
  const needless = Object.keys(allowed).filter((path) => !long.some((source) => source.path === path))
  return [...problems, ...needless.map((path) => `${path} is allowed to be long and is not`)]
}

/** Every file that a module names in the project exists. `exists` answers for a path in the repository. */
export function checkResolves(modules: readonly Module[], exists: (path: string) => boolean): string[] {
  return modules.flatMap((module) =>
    module.references.flatMap(({ specifier, line, kind }) => {
      const target = resolveSpecifier(module.path, specifier)
      if (!target || exists(target)) return []
      // an address may be made at run time, as a built bundle's is
      if (kind === 'url' && !isProduct(module.path)) return []
      return [`${module.path}:${line} names ${specifier}, which does not exist`]
    }),
  )
}
