import { fieldsOf, isNumber, isTruthy, itemsOf, type, typeName, type Value } from '../bson/raw.ts'
import { encode, type Writable } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { badValue, hasOperators } from './filter.ts'

/** Which fields to include or exclude, level by level. */
type Fields = Map<string, Fields | 'all'>

/** A projection, parsed and checked. */
export interface Projection {
  readonly mode: 'include' | 'exclude'
  readonly fields: Fields
}

/** Parses `{ a: 1, 'b.c': 1, _id: 0 }`; anything computed is outside the subset. An empty one is undefined. */
export function parseProjection(doc: Value): Projection | undefined {
  const entries = flatten(doc, '')
  const mode = entries.find(([name]) => name !== '_id') ?? entries[0]
  if (!mode) return undefined
  const includes = mode[1]
  const fields: Fields = new Map()
  for (const [name, included] of entries) {
    if (name === '_id') continue
    if (included !== includes) {
      if (includes)
        throw new CommandError('ExclusionInInclusion', `Cannot do exclusion on field ${name} in inclusion projection`)
      throw new CommandError('InclusionInExclusion', `Cannot do inclusion on field ${name} in exclusion projection`)
    }
    addPath(fields, name)
  }
  // _id is included unless it is excluded by name.
  const id = entries.find(([name]) => name === '_id')?.[1]
  if (includes ? id !== false : id === false) fields.set('_id', 'all')
  return { mode: includes ? 'include' : 'exclude', fields }
}

function flatten(doc: Value, prefix: string): [string, boolean][] {
  return fieldsOf(doc).flatMap(([name, value]): [string, boolean][] => {
    const path = prefix + name
    if (path.split('.').some((part) => part === '' || part.startsWith('$'))) {
      throw badValue(`the local database does not support '${path}' in a projection`)
    }
    if (hasOperators(value))
      throw badValue(`the local database does not support '${path}: ${fieldsOf(value)[0]?.[0]}' in a projection`)
    if (value.type === type.object && value.end - value.start > 5) return flatten(value, `${path}.`)
    if (value.type === type.bool || isNumber(value)) return [[path, isTruthy(value)]]
    throw badValue(
      `the local database does not support a computed field (${typeName(value)}) in a projection: '${path}'`,
    )
  })
}

function addPath(fields: Fields, name: string): void {
  const parts = name.split('.')
  const last = parts.pop() as string
  let level = fields
  for (const part of parts) {
    const inner = level.get(part) ?? new Map<string, Fields | 'all'>()
    if (inner === 'all') throw pathCollision(name)
    level.set(part, inner)
    level = inner
  }
  if (level.has(last)) throw pathCollision(name)
  level.set(last, 'all')
}

function pathCollision(name: string): CommandError {
  return new CommandError('ProjectionPathCollision', `Path collision at ${name}`)
}

/** The projected document, its remaining values unchanged. */
export function project(doc: Value, projection: Projection): Buffer {
  const projected = projection.mode === 'include' ? include(doc, projection.fields) : exclude(doc, projection.fields)
  return encode(projected as Map<string, Writable>)
}

function include(value: Value, fields: Fields): Writable | undefined {
  if (value.type === type.array) return itemsOf(value).flatMap((item) => presentFields(include(item, fields)))
  if (value.type !== type.object) return undefined
  const included = new Map<string, Writable>()
  for (const [name, field] of fieldsOf(value)) {
    const inner = fields.get(name)
    const value = inner === 'all' ? field : inner && include(field, inner)
    if (value !== undefined) included.set(name, value)
  }
  return included
}

function presentFields(value: Writable | undefined): Writable[] {
  return value === undefined ? [] : [value]
}

function exclude(value: Value, fields: Fields): Writable {
  if (value.type === type.array) return itemsOf(value).map((item) => exclude(item, fields))
  if (value.type !== type.object) return value
  const remaining = new Map<string, Writable>()
  for (const [name, field] of fieldsOf(value)) {
    const inner = fields.get(name)
    if (inner !== 'all') remaining.set(name, inner ? exclude(field, inner) : field)
  }
  return remaining
}
