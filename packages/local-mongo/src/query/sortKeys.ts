import { compoundKey } from '../bson/key.ts'
import { fieldOf, fieldsOf, isNumber, itemsOf, nullValue, numberOf, type, typeName, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { badValue } from './filter.ts'
import { type Path, parsePath } from './path.ts'

/** One field of an index or of a sort order. */
export interface KeyField {
  readonly path: Path
  readonly direction: 1 | -1
}

/** The keys of a document in an index, and whether an array made more than one possible. */
export interface Keys {
  readonly keys: Buffer[]
  readonly multikey: boolean
  /** False if the document has none of the fields: a sparse index leaves it out. */
  readonly present: boolean
}

/** A field on the way down: the current value, and the next part of its path. */
interface Walk {
  readonly value: Value | undefined
  readonly next: number
}

/** All keys of a document: one, or one for each item of the (single) array on the way. */
export function keysOf(doc: Value, fields: readonly KeyField[]): Keys {
  const directions = fields.map((field) => field.direction)
  const found = { keys: [] as Buffer[], multikey: false, present: false }
  const expand = (walks: readonly Walk[], finished: readonly boolean[]): void => {
    const here = walks.map((walk, i) => descend(walk, (fields[i] as KeyField).path))
    const lists = here.flatMap((walk, i) => (walk.value?.type === type.array && !finished[i] ? [walk.value] : []))
    const list = lists[0]
    if (!list) {
      found.present ||= here.some((walk) => walk.value !== undefined)
      found.keys.push(
        compoundKey(
          here.map((walk) => walk.value ?? nullValue),
          directions,
        ),
      )
      return
    }
    if (lists.some((other) => other.start !== list.start)) throw parallelArrays(fields)
    found.multikey = true
    const isInList = here.map((walk) => walk.value?.type === type.array && walk.value.start === list.start)
    const isAtEnd = here.map((walk, i) => walk.next === (fields[i] as KeyField).path.parts.length)
    const items = itemsOf(list)
    if (items.length === 0) return void found.keys.push(emptyListKey(here, isInList, isAtEnd, directions, found))
    for (const item of items) {
      expand(
        here.map((walk, i) => (isInList[i] ? step(item, walk, isAtEnd[i] === true) : walk)),
        here.map((_, i) => finished[i] === true || (isInList[i] === true && isAtEnd[i] === true)),
      )
    }
  }
  expand(
    fields.map(() => ({ value: doc, next: 0 })),
    fields.map(() => false),
  )
  return found.keys.length > 1 ? { ...found, keys: unique(found.keys) } : found
}

/** Goes down through documents, to a value, an array or nothing. */
function descend(walk: Walk, path: Path): Walk {
  let { value, next } = walk
  while (value && next < path.parts.length && value.type !== type.array) {
    value = value.type === type.object ? fieldOf(value, path.parts[next] as Buffer) : undefined
    next++
  }
  return { value, next: value ? next : path.parts.length }
}

/** Into an item: it is the value if the path ends at the list; otherwise only a document continues the path. */
function step(item: Value, walk: Walk, isAtEnd: boolean): Walk {
  if (isAtEnd) return { value: item, next: walk.next }
  return { value: item.type === type.object ? item : undefined, next: walk.next }
}

function emptyListKey(
  here: readonly Walk[],
  isInList: readonly boolean[],
  isAtEnd: readonly boolean[],
  directions: readonly (1 | -1)[],
  found: { present: boolean },
): Buffer {
  found.present ||= here.some((walk, i) => (isInList[i] ? isAtEnd[i] : walk.value !== undefined))
  const parts = here.map((walk, i) =>
    isInList[i] ? (isAtEnd[i] ? 'emptyArray' : nullValue) : (walk.value ?? nullValue),
  )
  return compoundKey(parts, directions)
}

function unique(keys: Buffer[]): Buffer[] {
  return keys.sort(Buffer.compare).filter((key, i) => i === 0 || !key.equals(keys[i - 1] as Buffer))
}

function parallelArrays(fields: readonly KeyField[]): CommandError {
  const names = fields.map((field) => field.path.text).join('] [')
  return new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays [${names}]`)
}

/** The position of a document in a sort order: its lowest key, which MongoDB uses for an array. */
export function sortKeyOf(doc: Value, order: readonly KeyField[]): Buffer {
  const { keys } = keysOf(doc, order)
  return keys.reduce((lowest, key) => (Buffer.compare(key, lowest) < 0 ? key : lowest))
}

/** Parses `{ a: 1, 'b.c': -1 }`. */
export function parseOrder(order: Value): KeyField[] {
  return fieldsOf(order).map(([name, value]) => {
    const direction = isNumber(value) ? numberOf(value) : 0
    if (direction !== 1 && direction !== -1)
      throw badValue(
        `$sort key ordering must be 1 (for ascending) or -1 (for descending): '${name}' is ${typeName(value)}`,
      )
    if (name.startsWith('$')) throw new CommandError('FailedToParse', `the local database does not sort by '${name}'`)
    return { path: keyPath(name), direction }
  })
}

/** A path that keys are made from. Positions in arrays are outside the subset. */
function keyPath(name: string): Path {
  const path = parsePath(name)
  if (path.names.some((part) => part === '')) throw badValue(`the field name '${name}' has an empty part`)
  if (path.indexes.some((index) => index !== undefined)) {
    throw badValue(`the local database does not sort or index by a numeric part of a path ('${name}')`)
  }
  return path
}
