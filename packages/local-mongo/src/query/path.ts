import { fieldOf, itemsOf, type, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'

/** A dotted path. `indexes` has a number for each part that may also be a position in an array. */
export interface Path {
  readonly text: string
  readonly names: readonly string[]
  readonly parts: readonly Buffer[]
  readonly indexes: readonly (number | undefined)[]
}

const pathCache = new Map<string, Path>()

export function parsePath(text: string): Path {
  const ready = pathCache.get(text)
  if (ready) return ready
  const names = text.split('.')
  if (names.length > 200) throw new CommandError('Overflow', `The path '${text.slice(0, 60)}…' has more than 200 parts`)
  const path = {
    text,
    names,
    parts: names.map((name) => Buffer.from(name)),
    indexes: names.map((name) => (/^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : undefined)),
  }
  if (pathCache.size > 5000) pathCache.clear()
  pathCache.set(text, path)
  return path
}

/** Called with each value at a path; `undefined` stands for a missing field. True stops the walk. */
export type Visit = (value: Value | undefined) => boolean

/**
 * Walks a path as MongoDB's queries do: through the documents in an array on the way, or by position. With `leaf` 'items' an
 * array at the end yields its items, then itself; with 'whole' only itself.
 */
export function visitPath(doc: Value, path: Path, leaf: 'items' | 'whole', visit: Visit, from = 0): boolean {
  const found = fieldOf(doc, path.parts[from] as Buffer)
  if (!found) return visit(undefined)
  if (from < path.parts.length - 1) {
    if (found.type === type.object) return visitPath(found, path, leaf, visit, from + 1)
    return found.type === type.array ? visitInside(found, path, leaf, visit, from) : visit(undefined)
  }
  if (found.type === type.array && leaf === 'items' && itemsOf(found).some(visit)) return true
  return visit(found)
}

function visitInside(list: Value, path: Path, leaf: 'items' | 'whole', visit: Visit, from: number): boolean {
  const position = path.indexes[from + 1]
  const isLast = from + 1 === path.parts.length - 1
  const items = itemsOf(list)
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Value
    if (item.type === type.object && visitPath(item, path, leaf, visit, from + 1)) return true
    if (i !== position) continue
    if (isLast) {
      if (visit(item)) return true
    } else if (item.type === type.object) {
      if (visitPath(item, path, leaf, visit, from + 2)) return true
    } else if (item.type === type.array && visitInside(item, path, leaf, visit, from + 1)) return true
  }
  return false
}

/** The value at a path through documents only, no arrays: the meaning of equality in an upsert or a shard key. */
export function valueAt(doc: Value, path: Path): Value | undefined {
  let value: Value | undefined = doc
  for (const part of path.parts) {
    if (value?.type !== type.object) return undefined
    value = fieldOf(value, part)
  }
  return value
}
