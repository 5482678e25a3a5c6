import { type ESTree, parseSync, Visitor } from 'vite'
import { isTest, type Module, resolveSpecifier } from './sources.ts'

/** One of the four lists, and which files it must name. */
export interface List {
  path: string
  members: RegExp
}

export const LISTS: readonly List[] = [
  { path: 'packages/core/src/contract.ts', members: /^packages\/core\/src\/[^/]+\/contract\.ts$/ },
  {
    path: 'packages/server/src/features.ts',
    members: /^packages\/server\/src\/(?:platform|features)\/[^/]+\/(?:routes|feature)\.ts$/,
  },
  {
    path: 'packages/server/src/ports/payments/index.ts',
    members: /^packages\/server\/src\/ports\/payments\/(?!index\.|gateway\.|conformance\.)\w+\.ts$/,
  },
]

/** Each list imports every file that should be in it; a list whose members exist must exist too. */
export function checkLists(modules: readonly Module[], lists: readonly List[] = LISTS): string[] {
  return lists.flatMap(({ path, members }) => {
    const list = modules.find((module) => module.path === path)
    const named = new Set(list?.references.map(({ specifier }) => resolveSpecifier(path, specifier)))
    return modules
      .filter((module) => members.test(module.path) && !isTest(module.path) && !named.has(module.path))
      .map((module) => `${path} does not name ${module.path}`)
  })
}

/** Every command of a feature is loaded by one that lists it: otherwise nobody could run it. */
export function checkCommandsListed(modules: readonly Module[]): string[] {
  const loaded = new Set(
    modules.flatMap(({ path, references }) =>
      references.filter(({ kind }) => kind === 'dynamic').map(({ specifier }) => resolveSpecifier(path, specifier)),
    ),
  )
  const command = /^packages\/server\/src\/(?:platform|features)\/[^/]+\/(?:command|\w+(?:Command|Subcommands))\.ts$/
  return modules
    .filter(({ path }) => command.test(path) && !loaded.has(path))
    .map(({ path }) => `${path} is a command that no feature lists`)
}

/**
 * Every component is a surface or part of one: a component that no file imports was forgotten in `surfaces.ts`. A file that
 * only its own test imports counts as forgotten.
 */
export function checkComponentsUsed(modules: readonly Module[]): string[] {
  const used = new Set(
    modules
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, references }) => references.map(({ specifier }) => resolveSpecifier(path, specifier))),
  )
  return modules
    .filter(({ path }) => /^packages\/widgets\/src\/.*\/[A-Z]\w*\.tsx$/.test(path) && !isTest(path) && !used.has(path))
    .map(({ path }) => `${path} is neither in packages/widgets/src/surfaces.ts nor used by a component`)
}

const SURFACES = 'packages/widgets/src/surfaces.ts'

/** Every surface has stories, in a `*.stories.ts` of the feature to which its component belongs; every story is of a surface. */
export function checkStories(modules: readonly Module[]): string[] {
  const list = modules.find(({ path }) => path === SURFACES)
  const featureByTag = new Map(list && entriesOf(list, 'surfaces').map(({ name, loads }) => [name, featureOf(loads)]))
  const stories = modules
    .filter(({ path }) => path.startsWith('packages/widgets/src/') && path.endsWith('.stories.ts'))
    .flatMap((module) => entriesOf(module, 'stories').map(({ name }) => ({ name, path: module.path })))
  const missing = [...featureByTag]
    .filter(([tag, feature]) => !stories.some(({ name, path }) => name === tag && featureOf(path) === feature))
    .map(([tag, feature]) => `<${tag}> has no stories in a *.stories.ts of packages/widgets/src/${feature}`)
  const strange = stories
    .filter(({ name }) => !featureByTag.has(name))
    .map(({ name, path }) => `${path} has stories of <${name}>, which is not in ${SURFACES}`)
  return [...missing, ...strange]
}

const featureOf = (path: string): string => /^packages\/widgets\/src\/([^/]+)\//.exec(path)?.[1] ?? ''

/** The entries of the object that a module exports as `name`: each with its key, and the file that it loads dynamically. */
function entriesOf({ path, text }: Module, name: string): { name: string; loads: string }[] {
  const entries: { name: string; loads: string }[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      const object = init && expressionIn(init)
      if (id.type !== 'Identifier' || id.name !== name || object?.type !== 'ObjectExpression') return
      for (const each of object.properties) {
        if (each.type !== 'Property') continue
        const { key } = each
        const named = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
        const [, specifier] = /import\('(.+?)'\)/.exec(text.slice(each.start, each.end)) ?? []
        entries.push({ name: named, loads: resolveSpecifier(path, specifier ?? '') ?? '' })
      }
    },
  }).visit(parseSync(path, text).program)
  return entries
}

/** An expression without its `as` and `satisfies`. */
function expressionIn(node: ESTree.Expression): ESTree.Expression {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? expressionIn(node.expression) : node
}
