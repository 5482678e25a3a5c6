import { parseSync } from 'vite'
import type { LiteralsAt } from './literalTypes.ts'
import { isTest, resolveSpecifier, type Source } from './sources.ts'

/** An object of texts, such as `messages`: the lines of the keys that are declared by `msg`. */
type TextObject = { path: string; name: string; keys: ReadonlyMap<string, number> }
/** A node of a syntax tree. Which fields it has, its type says. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }
/** An import or a passing on of another file, by its path in the repository. */
type Reference = { path: string; node: Node }
type File = Source & { program: Node; references: Reference[] }
/** How code reads an object: by a key, or as a whole. */
type Use = { key: string } | 'whole'

/**
 * Texts that nothing says: keys of an object of `msg` that no product code reads. They stay in every catalogue, and are translated. In
 * doubt a text is said: if its object is passed on, or if a key is computed whose type is not one of a few texts.
 */
export function findUnsaidTexts(sources: readonly Source[], literalsAt: LiteralsAt): string[] {
  const files = sources
    .filter(({ path }) => /^(?:packages|examples)\/.*\.tsx?$/.test(path) && !isTest(path))
    .map((source) => parse(source))
  return files
    .filter(({ text }) => /\bmsg\b/.test(text))
    .flatMap(objectsIn)
    .flatMap((object) => {
      const uses = files.flatMap((file) => usesIn(file, object, literalsAt))
      if (uses.includes('whole')) return []
      const keys = uses.flatMap((use) => (use === 'whole' ? [] : [use.key]))
      return [...object.keys]
        .filter(([key]) => !keys.includes(key))
        .map(([key, line]) => `${object.path}:${line} nobody says ${object.name}.${key}`)
    })
}

function parse(source: Source): File {
  const program = parseSync(source.path, source.text).program as unknown as Node
  const references: Reference[] = []
  walk(program, (node) => {
    if (!/^(?:Import|Export)/.test(node.type) || !isNode(node.source)) return
    const path = resolveSpecifier(source.path, String(node.source.value))
    if (path) references.push({ path, node })
  })
  return { ...source, program, references }
}

/** The nodes below a node, each with those that it is in, from the inside out. */
function walk(
  node: unknown,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit, parents)
  else if (isNode(node)) {
    visit(node, parents)
    const inside = [node, ...parents]
    for (const field of Object.values(node)) if (typeof field === 'object') walk(field, visit, inside)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined

function objectsIn({ path, text, program }: File): TextObject[] {
  const objects: TextObject[] = []
  walk(program, (node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node.id) : undefined
    let value = node.init
    while (isNode(value) && /^TS(?:As|Satisfies)Expression$/.test(value.type)) value = value.expression
    if (!name || !isNode(value) || value.type !== 'ObjectExpression') return
    const texts = (value.properties as Node[]).filter((each) => each.type === 'Property' && hasText(each.value))
    const keys = texts.map((each) => [keyOf(each.key) ?? '', lineAt(text, each.start)] as const)
    if (keys.length > 0) objects.push({ path, name, keys: new Map(keys) })
  })
  return objects
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** msg`…`, or msg({ … }). */
const isText = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'msg') ||
    (node.type === 'CallExpression' && nameOf(node.callee) === 'msg'))

/** A text, or an object of texts: who reads the object says all of them. */
const hasText = (node: unknown): boolean =>
  isText(node) ||
  (isNode(node) && node.type === 'ObjectExpression' && (node.properties as Node[]).some(({ value }) => hasText(value)))

const keyOf = (node: unknown): string | undefined =>
  nameOf(node) ?? (isNode(node) && node.type === 'Literal' ? String(node.value) : undefined)

function usesIn(file: File, object: TextObject, literalsAt: LiteralsAt): Use[] {
  const names = new Set(file.path === object.path ? [object.name] : [])
  const uses: Use[] = []
  for (const { node } of file.references.filter(({ path }) => path === object.path)) {
    const specifiers = (node.specifiers ?? []) as Node[]
    for (const { imported, local } of specifiers)
      if (nameOf(imported) === object.name) names.add(nameOf(local) ?? object.name)
    const isNamespace = specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')
    if (node.type !== 'ImportDeclaration' || isNamespace) uses.push('whole')
  }
  if (names.size > 0)
    walk(file.program, (node, parents) => {
      if (names.has(nameOf(node) ?? '')) uses.push(...usesOf(node, parents, (offset) => literalsAt(file.path, offset)))
    })
  return uses
}

/** What the code around a name does with it. */
function usesOf(
  name: Node,
  [parent]: readonly Node[],
  literalsAt: (offset: number) => readonly string[] | undefined,
): Use[] {
  if (!parent) return []
  const isKey =
    (parent.key === name || parent.property === name) && parent.computed !== true && parent.shorthand !== true
  // its declaration, an import, a key of the same name, or a type
  if (isKey || parent.id === name || /^(?:Import|TSTypeQuery|TSQualifiedName)/.test(parent.type)) return []
  if (parent.type === 'MemberExpression' && parent.object === name) {
    const keys =
      parent.computed === true ? keysOfExpression(parent.property, literalsAt) : [keyOf(parent.property) ?? '']
    return keys?.map((key) => ({ key })) ?? ['whole']
  }
  const pattern = parent.type === 'VariableDeclarator' ? parent.id : undefined
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return ['whole']
  const parts = (pattern.properties as Node[]).map((each) => (each.computed === true ? undefined : keyOf(each.key)))
  return parts.map((key) => (key === undefined ? 'whole' : { key }))
}

/** The keys that an expression can be; undefined if that is not known. */
function keysOfExpression(
  node: unknown,
  literalsAt: (offset: number) => readonly string[] | undefined,
): string[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return [String(node.value)]
  if (node.type === 'Identifier') return literalsAt(node.start)?.slice()
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return keysOfExpression(node.expression, literalsAt)
  if (node.type === 'MemberExpression' && node.computed !== true) return keysOfExpression(node.property, literalsAt)
  const sides =
    node.type === 'LogicalExpression'
      ? [node.left, node.right]
      : node.type === 'ConditionalExpression'
        ? [node.consequent, node.alternate]
        : []
  const keys = sides.map((side) => keysOfExpression(side, literalsAt))
  return keys.length > 0 && keys.every((each) => each !== undefined) ? keys.flat() : undefined
}
