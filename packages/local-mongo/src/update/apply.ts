import { compareToKey, keyOf } from '../bson/key.ts'
import {
  bigintOf,
  bytesOf,
  documentOf,
  fieldOf,
  isNumber,
  itemsOf,
  numberOf,
  type,
  typeName,
  type Value,
} from '../bson/raw.ts'
import { validateDocument } from '../bson/validate.ts'
import { createObjectId, encode, isInt32, valueFrom, type Writable } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { maxDocumentSize } from '../protocol/wire.ts'
import { badValue } from '../query/filter.ts'
import type { Change, Update } from './parse.ts'
import { closeTree, type Doc, getAt, openDocument, setAt, type Tree, unsetAt } from './tree.ts'

const idName = Buffer.from('_id')

/**
 * The document after an update; the same bytes if nothing changes. `positions` finds the index for `$`, `isInsert` enables
 * $setOnInsert.
 */
export function applyUpdate(
  before: Value,
  update: Update,
  positions: (path: readonly string[]) => number,
  isInsert: boolean,
): Value {
  const after =
    update.kind === 'replace'
      ? replaceDocument(before, update.doc)
      : changeDocument(before, update.changes, positions, isInsert)
  if (after.end - after.start > maxDocumentSize) {
    throw new CommandError(
      'ResultingDocumentTooLarge',
      `Resulting document after update is larger than ${maxDocumentSize}`,
    )
  }
  return after
}

function replaceDocument(before: Value, doc: Value): Value {
  const id = fieldOf(before, idName)
  const given = fieldOf(doc, idName)
  if (id && given && compareToKey(given, keyOf(id)) !== 0) throw immutableId()
  return withId(doc, id ?? given ?? createObjectId())
}

/** A document whose first field is this _id. */
export function withId(doc: Value, id: Value): Value {
  const fields = openDocument(doc)
  fields.delete('_id')
  return documentOf(encode(new Map<string, Writable>([['_id', id], ...(fields as Map<string, Writable>)])))
}

function changeDocument(
  before: Value,
  changes: readonly Change[],
  positions: (path: readonly string[]) => number,
  isInsert: boolean,
): Value {
  const root = openDocument(before)
  const id = fieldOf(before, idName)
  for (const change of changes) {
    const names = change.names.map((name, i) => (name === '$' ? String(positions(change.names.slice(0, i))) : name))
    if (change.op !== '$setOnInsert' || isInsert) applyChange(root, change, names)
  }
  const after = documentOf(encode(root as Map<string, Writable>))
  // A path may be deeper than any message could be.
  validateDocument(after.buf, 0, after.end)
  const idAfter = fieldOf(after, idName)
  if (id && !(idAfter && bytesOf(idAfter).equals(bytesOf(id)))) throw immutableId()
  return after
}

function immutableId(): CommandError {
  return new CommandError(
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  )
}

function applyChange(root: Doc, change: Change, names: readonly string[]): void {
  if (change.op === '$unset') {
    unsetAt(root, names)
    return
  }
  const next = nextValue(getAt(root, names), change, names.join('.'))
  if (next !== undefined) setAt(root, names, next)
}

/** The value at the path after a change; undefined if nothing changes. */
function nextValue(found: Tree | undefined, change: Exclude<Change, { op: '$unset' }>, path: string): Tree | undefined {
  switch (change.op) {
    case '$set':
    case '$setOnInsert':
      return change.value
    case '$inc':
      return found ? addNumbers(closeTree(found), change.value, path) : change.value
    case '$min':
    case '$max': {
      const order = found ? compareToKey(closeTree(found), keyOf(change.value)) : undefined
      const isBetter = order === undefined || (change.op === '$min' ? order > 0 : order < 0)
      return isBetter ? change.value : undefined
    }
    case '$push': {
      const items = [...listAt(found, path, '$push'), ...change.items]
      return change.slice === undefined ? items : sliceOf(items, change.slice)
    }
    case '$addToSet': {
      const items = listAt(found, path, '$addToSet')
      const all = appendMissing(items, change.items)
      return found && all.length === items.length ? undefined : all
    }
    case '$pull': {
      const items = listAt(found, path, '$pull')
      const remaining = items.filter((item) => !change.match(item))
      return remaining.length < items.length ? remaining : undefined
    }
  }
}

function listAt(found: Tree | undefined, path: string, op: string): Value[] {
  if (!found) return []
  const value = closeTree(found)
  if (value.type === type.array) return itemsOf(value)
  throw badValue(`The field '${path}' must be an array but is of type ${typeName(value)}: ${op}`)
}

/** The items, with those of the added ones that are not among them yet. */
function appendMissing(items: readonly Value[], added: readonly Value[]): Value[] {
  const known = new Set(items.map((item) => keyOf(item).toString('latin1')))
  const all = [...items]
  for (const item of added) {
    const key = keyOf(item).toString('latin1')
    if (known.has(key)) continue
    known.add(key)
    all.push(item)
  }
  return all
}

/** The first `size` items, or the last for a negative size. */
function sliceOf(items: Value[], size: number): Value[] {
  if (size >= 0) return items.slice(0, size)
  return items.slice(Math.max(0, items.length + size))
}

/**
 * Adds as MongoDB does: in the wider of the two types; an int32 that overflows becomes an int64; an int64 that overflows is
 * refused.
 */
function addNumbers(current: Value, by: Value, path: string): Value {
  if (!isNumber(current)) {
    throw new CommandError(
      'TypeMismatch',
      `Cannot apply $inc to a value of non-numeric type: the field '${path}' is of type ${typeName(current)}`,
    )
  }
  if (current.type === type.double || by.type === type.double) return asDouble(numberOf(current) + numberOf(by))
  const sum = bigintOf(current) + bigintOf(by)
  if (BigInt.asIntN(64, sum) !== sum)
    throw badValue(`Failed to apply $inc operations to current value of '${path}': it does not fit in 64 bits`)
  const isLong = current.type === type.int64 || by.type === type.int64 || !isInt32(Number(sum))
  return valueFrom(isLong ? sum : Number(sum))
}

function asDouble(number: number): Value {
  const buf = Buffer.alloc(8)
  buf.writeDoubleLE(number)
  return { type: type.double, buf, start: 0, end: 8 }
}
