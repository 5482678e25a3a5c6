import { type ESTree, parseSync, Visitor } from 'vite'
import { isProduct, type Module, resolveSpecifier } from './sources.ts'

/** The methods that change documents. */
const WRITES = new Set(
  'insertOne insertMany updateOne updateMany replaceOne deleteOne deleteMany findOneAndUpdate findOneAndReplace findOneAndDelete bulkWrite initializeOrderedBulkOp initializeUnorderedBulkOp'.split(
    ' ',
  ),
)
/** Methods that other objects have too: they change a collection only where they are called. */
const CALLED_WRITES = new Set(['drop', 'rename'])
/** The methods of a database that change collections, which they name. */
const DATABASE_WRITES = new Set(['dropCollection', 'renameCollection', 'dropDatabase'])
/** The stages of a pipeline that write its result into a collection. */
const STAGES = new Set(['$merge', '$out'])
/** The commands of a database that only read, or change no document. */
const READING_COMMANDS = new Set(['ping', 'hello', 'buildInfo', 'serverStatus', 'dbStats', 'find', 'count', 'distinct'])
/** The functions that declare a collection by its name, and the methods of their results that write to it. */
const MAKERS = new Set(['rangeList', 'createDrafts'])
const MAKER_WRITES = new Set(['save', 'replace', 'remove', 'removeAll'])
/**
 * The modules that write to collections passed to them: the tools of all features, the one that erases the data that each
 * feature declares, and the one that replaces the lists of a range, which the features pass to it.
 */
const WRITERS =
  /^packages\/server\/src\/(?:platform\/(?:db\/(?:providerCollection|changeFields|rangeList|drafts)|personalData)|features\/range\/fileList)\.ts$/

type NamedCollection = { name: string; line: number }

/** The statements of a module about collections. */
type Facts = {
  path: string
  declared: NamedCollection[]
  /** Expressions by the variable or function that stands for them. */
  values: Map<string, ESTree.Expression[]>
  /** The parameters of functions that only this module calls, by their names, and all arguments for them. */
  parameters: Map<string, { ofFunction: string; index: number }[]>
  calls: Map<string, ESTree.Node[][]>
  /** The file and the original name of everything that is imported. */
  imported: Map<string, { path: string; name: string }>
  /**
   * Writes to the value of an expression, or to collections by their names; to none if these cannot be determined. What may be
   * something else, as `save` of any object, is a write only if the expression stands for a collection.
   */
  writes: { target: ESTree.Expression | string[]; line: number; isCertain: boolean }[]
}

/**
 * A collection is declared in a file `collection.ts` and written only by files in the same folder: other features that need
 * more of its documents call a function of it.
 */
export function checkCollections(modules: readonly Module[]): string[] {
  const facts = modules.filter(isServerProduct).map(factsOf)
  const byPath = new Map(facts.map((each) => [each.path, each]))
  const owners = new Map(facts.flatMap(({ path, declared }) => declared.map(({ name }) => [name, folderOf(path)])))
  const misplaced = facts
    .filter(({ path }) => !path.endsWith('/collection.ts'))
    .flatMap(({ path, declared }) =>
      declared.map(({ name, line }) => `${path}:${line} declares ${name}: a collection is declared in collection.ts`),
    )
  const strange = facts.flatMap((module) =>
    module.writes.flatMap(({ target, line, isCertain }) => {
      const at = `${module.path}:${line}`
      const names = Array.isArray(target) ? target : collectionsOf(target, { module, byPath, seen: [] })
      if (names.length === 0 && !isCertain) return []
      if (names.length === 0) return [`${at} writes to a collection that cannot be determined here`]
      return [...new Set(names)].flatMap((name) => {
        const owner = owners.get(name)
        if (owner === undefined) return [`${at} writes ${name}, which no feature declares`]
        return module.path.startsWith(owner) ? [] : [`${at} writes ${name} of ${owner}`]
      })
    }),
  )
  return [...new Set([...misplaced, ...strange])]
}

const folderOf = (path: string): string => path.replace(/[^/]+$/, '')

const isServerProduct = ({ path }: Module): boolean =>
  path.startsWith('packages/server/src/') && isProduct(path) && !path.includes('/src/demo/') && !WRITERS.test(path)

function factsOf({ path, text }: Module): Facts {
  const facts: Facts = {
    path,
    declared: [],
    values: new Map(),
    parameters: new Map(),
    calls: new Map(),
    imported: new Map(),
    writes: [],
  }
  /** The patterns that have been taken into account with the value that they take apart. */
  const known = new Set<number>()
  const exported = new Set<number>()
  const keep = (name: string, value: ESTree.Expression) => push(facts.values, name, value)
  const lineOf = ({ start }: { start: number }) => text.slice(0, start).split('\n').length
  const write = (target: ESTree.Expression | string[], at: { start: number }, isCertain = true) =>
    facts.writes.push({ target, line: lineOf(at), isCertain })
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      for (const each of specifiers) {
        if (each.type !== 'ImportSpecifier' || each.imported.type !== 'Identifier') continue
        const file = resolveSpecifier(path, source.value)
        if (file) facts.imported.set(each.local.name, { path: file, name: each.imported.name })
      }
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) keep(id.name, resultOf(init))
      if (id.type === 'ObjectPattern' && init && keysOf(id).some((key) => MAKER_WRITES.has(key))) write(init, id, false)
      if (id.type === 'ObjectPattern' && init && keysOf(id).some((key) => WRITES.has(key))) {
        write(init, id)
        known.add(id.start)
      }
    },
    ObjectPattern(node) {
      if (!known.has(node.start) && keysOf(node).some((key) => WRITES.has(key))) write([], node)
    },
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type === 'FunctionDeclaration') exported.add(declaration.start)
    },
    FunctionDeclaration({ id, body, params, start }) {
      const returned = body && returnedBy(body)
      if (id && returned) keep(id.name, returned)
      if (!id || exported.has(start)) return
      for (const [index, each] of params.entries())
        if (each.type === 'Identifier') push(facts.parameters, each.name, { ofFunction: id.name, index })
    },
    ObjectExpression(node) {
      if (!propertyOf(node, 'indexes')) return
      for (const name of textOf(propertyOf(node, 'name'))) facts.declared.push({ name, line: lineOf(node) })
    },
    CallExpression(node) {
      const { callee, arguments: given } = node
      if (callee.type === 'Identifier') push(facts.calls, callee.name, given)
      if (callee.type === 'Identifier' && MAKERS.has(callee.name))
        for (const name of textOf(given[0])) facts.declared.push({ name, line: lineOf(node) })
      if (callee.type !== 'MemberExpression') return
      const method = keyOf(callee.property, callee.computed)
      const target = calledWrite(method, callee.object, given)
      if (target) write(target, callee.property)
      else if (MAKER_WRITES.has(method) && isApp(given[0])) write(callee.object, callee.property)
    },
    MemberExpression({ object, property, computed }) {
      if (WRITES.has(keyOf(property, computed))) write(object, property)
      else if (MAKER_WRITES.has(keyOf(property, computed))) write(object, property, false)
      else if (computed && property.type !== 'Literal') write(object, property, false)
    },
    Property(node) {
      if (STAGES.has(keyOf(node.key, node.computed))) write(stageTarget(node.value), node)
    },
  }).visit(parseSync(path, text).program)
  return facts
}

function push<T>(lists: Map<string, T[]>, name: string, value: T): void {
  lists.set(name, [...(lists.get(name) ?? []), value])
}

/** The names that an object pattern takes from its object. */
const keysOf = ({ properties }: ESTree.ObjectPattern): string[] =>
  properties.flatMap((each) => (each.type === 'Property' ? [keyOf(each.key, each.computed)] : []))

/** Whether an argument is the server: `save(app, …)` of an unknown object is that of a list or of drafts. */
const isApp = (node: ESTree.Node | undefined): boolean =>
  node?.type === 'MemberExpression'
    ? !node.computed && isApp(node.property)
    : node?.type === 'Identifier' && node.name === 'app'

/** The collection to which a method writes, if it changes one other than through its documents. */
function calledWrite(method: string, object: ESTree.Expression, given: readonly ESTree.Node[]) {
  if (CALLED_WRITES.has(method)) return object
  if (DATABASE_WRITES.has(method)) return given.flatMap(textOf)
  if (method !== 'command' && method !== 'runCursorCommand') return undefined
  const [command] = given
  if (command?.type !== 'ObjectExpression') return []
  const [first] = command.properties
  if (first?.type !== 'Property') return []
  return READING_COMMANDS.has(keyOf(first.key, first.computed)) ? undefined : textOf(first.value)
}

/** The collection that `$merge` or `$out` names. */
function stageTarget(value: ESTree.Node): string[] {
  if (value.type !== 'ObjectExpression') return textOf(value)
  const named = propertyOf(value, 'into') ?? propertyOf(value, 'coll')
  return named ? stageTarget(named) : []
}

/** The name of a property: `updateOne` of `jobs.updateOne` and of `jobs['updateOne']`. */
function keyOf(key: ESTree.Node, computed: boolean): string {
  return key.type === 'Identifier' && !computed ? key.name : (textOf(key)[0] ?? '')
}

/** The place of an expression, and the names on the way to it: a function that returns itself stands for nothing. */
type Place = { module: Facts; byPath: ReadonlyMap<string, Facts>; seen: readonly string[] }

/** The names of the collections that an expression may stand for, through variables and functions that return them. */
function collectionsOf(target: ESTree.Expression, place: Place): string[] {
  if (target.type === 'Identifier') return namedHere(target.name, place)
  if (target.type !== 'CallExpression') return []
  const { callee, arguments: given } = target
  const isOfDatabase =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'collection'
  const isOfProvider = callee.type === 'Identifier' && callee.name === 'providerCollection'
  if (isOfDatabase || isOfProvider) return textOf(given[isOfDatabase ? 0 : 1])
  if (callee.type === 'Identifier' && MAKERS.has(callee.name)) return textOf(given[0])
  return callee.type === 'Identifier' ? namedHere(callee.name, place) : []
}

/** What a name stands for in a module; with several variables of one name it may be any of them. */
function namedHere(name: string, { module, byPath, seen }: Place): string[] {
  const id = `${module.path} ${name}`
  if (seen.includes(id)) return []
  const values = module.values.get(name) ?? argumentsFor(name, module)
  if (values) return values.flatMap((value) => collectionsOf(value, { module, byPath, seen: [...seen, id] }))
  const from = module.imported.get(name)
  const other = from && byPath.get(from.path)
  return other ? namedHere(from.name, { module: other, byPath, seen: [...seen, id] }) : []
}

/** What a module passes to its own functions for the parameter `name`. */
function argumentsFor(name: string, { parameters, calls }: Facts): ESTree.Expression[] | undefined {
  return parameters
    .get(name)
    ?.flatMap(({ ofFunction, index }) => calls.get(ofFunction)?.flatMap((given) => given[index] ?? []) ?? [])
    .map((each) => each as ESTree.Expression)
}

/** The value that a function returns; any other expression itself. */
function resultOf(init: ESTree.Expression): ESTree.Expression {
  if (init.type !== 'ArrowFunctionExpression') return init
  return (init.body.type === 'BlockStatement' ? returnedBy(init.body) : (init.body as ESTree.Expression)) ?? init
}

function returnedBy({ body }: { body: readonly { type: string }[] }): ESTree.Expression | null | undefined {
  const last = body.at(-1) as ESTree.Statement | undefined
  return last?.type === 'ReturnStatement' ? last.argument : undefined
}

function propertyOf({ properties }: ESTree.ObjectExpression, name: string): ESTree.Expression | undefined {
  for (const each of properties) {
    if (each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)
      return each.value as ESTree.Expression
  }
  return undefined
}

/** The text of a literal, or of a template without expressions; none of anything else. */
function textOf(node: ESTree.Node | undefined): string[] {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return [node.quasis[0]?.value.cooked ?? '']
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []
}
