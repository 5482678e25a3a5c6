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

/** Every surface has stories of its tag, in a file named like its component and next to it; all stories of a tag are of a surface. */
export function checkStories(modules: readonly Module[]): string[] {
  const list = modules.find(({ path }) => path === SURFACES)
  const fileByTag = new Map(
    list && entriesOf(list, 'surfaces').map(({ name, loads, component }) => [name, storiesOf(loads, component)]),
  )
  const stories = modules
    .filter(({ path }) => path.startsWith('packages/widgets/src/') && /\.stories\.tsx?$/.test(path))
    .flatMap(({ path, text }) => {
      const [, tag] = /\btitle: '[^']*\/(pk-[\w-]+)'/.exec(text) ?? []
      return tag ? [{ tag, path }] : []
    })
  const missing = [...fileByTag]
    .filter(([tag, file]) => !stories.some((one) => one.tag === tag && one.path === file))
    .map(([tag, file]) => `<${tag}> has no stories: ${file} would have them, with a title that ends in /${tag}`)
  const strange = stories
    .filter(({ tag }) => !fileByTag.has(tag))
    .map(({ tag, path }) => `${path} has stories of <${tag}>, which is not in ${SURFACES}`)
  return [...missing, ...strange]
}

const storiesOf = (file: string, component: string): string => file.replace(/[^/]+$/, `${component}.stories.ts`)

/** The entries of the object that a module exports as `name`: each with its key, and the file and the component that it loads. */
function entriesOf({ path, text }: Module, name: string): { name: string; loads: string; component: string }[] {
  const entries: { name: string; loads: string; component: string }[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      const object = init && expressionIn(init)
      if (id.type !== 'Identifier' || id.name !== name || object?.type !== 'ObjectExpression') return
      for (const each of object.properties) {
        if (each.type !== 'Property') continue
        const { key } = each
        const named = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
        const [, specifier = '', component = ''] =
          /import\('(.+?)'\)\)\.(\w+)/.exec(text.slice(each.start, each.end)) ?? []
        entries.push({ name: named, loads: resolveSpecifier(path, specifier) ?? '', component })
      }
    },
  }).visit(parseSync(path, text).program)
  return entries
}

/** An expression without its `as` and `satisfies`. */
function expressionIn(node: ESTree.Expression): ESTree.Expression {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? expressionIn(node.expression) : node
}
