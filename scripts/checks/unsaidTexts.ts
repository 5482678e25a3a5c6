import { parseSync } from 'vite'
import { isTest, resolveSpecifier, type Source } from './sources.ts'

/** An object of texts, such as `messages`: the lines of the keys that are declared by `msg`. */
type TextObject = { path: string; name: string; keys: ReadonlyMap<string, number> }
/** A node of a syntax tree. Which fields it has, its type says. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }
/** An import or a passing on of another file, by its path in the repository. */
type Reference = { path: string; node: Node }
type File = Source & { program: Node; references: Reference[] }
/** How code reads an object: key by key, by a key that it computes, or as a whole. */
type Use = { key: string } | 'computed' | 'whole'

/**
 * Texts that nothing says: keys of an object of `msg` that no product code reads. They stay in every catalogue, and are translated. In
 * doubt a text is said: if its object is passed on, or if a key is computed and something in the code is called like it.
 */
export function findUnsaidTexts(sources: readonly Source[]): string[] {
  const files = sources
    .filter(({ path }) => /^(?:packages|examples)\/.*\.tsx?$/.test(path) && !isTest(path))
    .map((source) => parse(source))
  const mayBeComputed = computedKeys(files)
  return files
    .filter(({ text }) => /\bmsg\b/.test(text))
    .flatMap(objectsIn)
    .flatMap((object) => {
      const uses = files.map((file) => ({ file, uses: usesIn(file, object) }))
      const all = uses.flatMap((each) => each.uses)
      if (all.includes('whole')) return []
      const computing = uses.filter((each) => each.uses.includes('computed')).map(({ file }) => file)
      const isSaid = (key: string) =>
        all.some((use) => typeof use === 'object' && use.key === key) || mayBeComputed(key, computing, object.path)
      return [...object.keys]
        .filter(([key]) => !isSaid(key))
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

function usesIn(file: File, object: TextObject): Use[] {
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
      if (names.has(nameOf(node) ?? '')) uses.push(...usesOf(node, parents))
    })
  return uses
}

/** What the code around a name does with it. */
function usesOf(name: Node, [parent]: readonly Node[]): Use[] {
  if (!parent) return []
  const isKey =
    (parent.key === name || parent.property === name) && parent.computed !== true && parent.shorthand !== true
  // its declaration, an import, a key of the same name, or a type
  if (isKey || parent.id === name || /^(?:Import|TSTypeQuery|TSQualifiedName)/.test(parent.type)) return []
  if (parent.type === 'MemberExpression' && parent.object === name) {
    const key = parent.computed === true && nameOf(parent.property) ? undefined : keyOf(parent.property)
    return [key === undefined ? 'computed' : { key }]
  }
  const pattern = parent.type === 'VariableDeclarator' ? parent.id : undefined
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return ['whole']
  const parts = (pattern.properties as Node[]).map((each) => (each.computed === true ? undefined : keyOf(each.key)))
  return parts.map((key) => (key === undefined ? 'whole' : { key }))
}

type IsComputed = (key: string, computing: readonly File[], declaration: string) => boolean

/**
 * Whether a key that some files compute may be this one: a literal anywhere; a key of another object in these files, or in a file that makes types
 * of keys; the result of a template in these files, or of one anywhere that begins with letters.
 */
function computedKeys(files: readonly File[]): IsComputed {
  const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
  const names = files.map(({ path, text }) => ({
    path,
    literals: new Set([...text.matchAll(/(['"`])([\w.-]+)\1/g)].map(([, , literal = '']) => literal)),
    keys: new Set(matches(text, /['"]?\b([\w-]+)\b['"]?\??:/g)),
    makesTypesOfKeys: /\bkeyof\b/.test(text),
    templates: matches(text, /`([\w.-]*\$\{[^`]*)`/g).flatMap(patternOf),
  }))
  return (key, computing, declaration) => {
    if (computing.length === 0) return false
    const paths = computing.map(({ path }) => path)
    return names.some(({ path, literals, keys, makesTypesOfKeys, templates }) => {
      const isComputing = paths.includes(path)
      if (path === declaration) return false
      return (
        literals.has(key) ||
        ((isComputing || makesTypesOfKeys) && keys.has(key)) ||
        templates.some(({ pattern, isNamed }) => (isComputing || isNamed) && pattern.test(key))
      )
    })
  }
}

/** What a template can become, if it has more than values; whether it begins with letters. */
function patternOf(template: string): { pattern: RegExp; isNamed: boolean }[] {
  const parts = template.split(/\$\{[^}]*\}/)
  if (parts.every((part) => part === '') || !parts.every((part) => /^[\w.-]*$/.test(part))) return []
  const pattern = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.*')}$`)
  return [{ pattern, isNamed: /^[a-z]{3}/i.test(template) }]
}
