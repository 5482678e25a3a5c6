import { fieldsOf, itemsOf, type, typeName, type Value } from '../bson/raw.ts'
import { encode, type Writable } from '../bson/write.ts'
import { CommandError } from '../errors.ts'

/**
 * A document being changed: opened only along the paths that an update touches. Everything else keeps its original bytes, so
 * that types survive. Maps, not objects: names keep their order and none of them is special.
 */
export type Tree = Value | Doc | List
export type Doc = Map<string, Tree>
type List = Tree[]

/** Padding an array further than this is a mistake (MongoDB's own limit). */
const maxPadding = 1_500_000

export function openDocument(value: Value): Doc {
  return new Map(fieldsOf(value))
}

/** A tree that can be walked into: documents and arrays are opened, any other value is unchanged. */
function openTree(tree: Tree): Tree {
  if (isOpen(tree)) return tree
  if (tree.type === type.object) return openDocument(tree)
  return tree.type === type.array ? itemsOf(tree) : tree
}

function isOpen(tree: Tree): tree is Doc | List {
  return Array.isArray(tree) || tree instanceof Map
}

/** A tree encoded as a value in bytes. */
export function closeTree(tree: Tree): Value {
  if (!isOpen(tree)) return tree
  const buf = encode({ v: tree as Writable })
  return { type: buf[4] as number, buf, start: 7, end: buf.length - 1 }
}

/** The value at a path; undefined if there is none. */
export function getAt(root: Doc, names: readonly string[]): Tree | undefined {
  let tree: Tree | undefined = root
  for (const name of names) {
    if (!tree) return undefined
    const level: Tree = openTree(tree)
    if (level instanceof Map) tree = level.get(name)
    else tree = Array.isArray(level) ? level[indexOf(name) ?? -1] : undefined
  }
  return tree
}

/** Sets the value at a path, creating the documents on the way. Arrays are filled up with null. */
export function setAt(root: Doc, names: readonly string[], value: Tree): void {
  let level: Doc | List = root
  names.forEach((name, depth) => {
    const isLast = depth === names.length - 1
    const next: Tree = isLast ? value : openForWriting(level, name, names[depth + 1] as string)
    if (Array.isArray(level)) setItem(level, name, next)
    else level.set(name, next)
    if (!isLast) level = next as Doc | List
  })
}

function openForWriting(level: Doc | List, name: string, next: string): Doc | List {
  const found = Array.isArray(level) ? level[indexOf(name) ?? -1] : level.get(name)
  const inner: Tree = found ? openTree(found) : new Map()
  if (!isOpen(inner)) {
    throw new CommandError('PathNotViable', `Cannot create field '${next}' in element {${name}: ${typeName(inner)}}`)
  }
  return inner
}

function setItem(list: List, name: string, value: Tree): void {
  const index = indexOf(name)
  if (index === undefined) throw new CommandError('PathNotViable', `Cannot create field '${name}' in an array`)
  if (index > list.length + maxPadding) throw new CommandError('BadValue', `cannot fill an array up to index ${index}`)
  while (list.length < index) list.push(NULL_VALUE)
  list[index] = value
}

const NULL_VALUE: Value = { type: type.null, buf: Buffer.alloc(0), start: 0, end: 0 }

/** Removes a field; an item of an array becomes null. A path without a value changes nothing. */
export function unsetAt(root: Doc, names: readonly string[]): void {
  const last = names.at(-1) as string
  const parents = names.slice(0, -1)
  const found = parents.length === 0 ? root : getAt(root, parents)
  if (!found) return
  const parent = openTree(found)
  if (parent instanceof Map) {
    if (!parent.has(last)) return
    parent.delete(last)
  } else if (Array.isArray(parent)) {
    const index = indexOf(last)
    if (index === undefined || index >= parent.length) return
    parent[index] = NULL_VALUE
  } else return
  if (parents.length > 0 && parent !== found) setAt(root, parents, parent)
}

function indexOf(name: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : undefined
}
