import { fieldsOf, isNumber, itemsOf, numberOf, type, typeName, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { badValue, hasOperators } from '../query/filter.ts'
import { compileFieldTest, type ValueMatch } from './pullCondition.ts'

/** One change at one path. */
export type Change =
  | {
      readonly op: '$set' | '$setOnInsert' | '$inc' | '$min' | '$max'
      readonly names: readonly string[]
      readonly value: Value
    }
  | { readonly op: '$unset'; readonly names: readonly string[] }
  | {
      readonly op: '$push'
      readonly names: readonly string[]
      readonly items: readonly Value[]
      readonly slice: number | undefined
    }
  | { readonly op: '$addToSet'; readonly names: readonly string[]; readonly items: readonly Value[] }
  | { readonly op: '$pull'; readonly names: readonly string[]; readonly match: ValueMatch }

/** An update, parsed and checked: a new document, or changes in the order of their paths. */
export type Update =
  | { readonly kind: 'replace'; readonly doc: Value }
  | { readonly kind: 'change'; readonly changes: readonly Change[] }

/** Parses an update. Pipelines, array filters and all other operators are outside the subset. */
export function parseUpdate(update: Value): Update {
  if (update.type === type.array)
    throw new CommandError('CommandNotSupported', 'the local database does not support updates by a pipeline')
  if (update.type !== type.object)
    throw new CommandError('FailedToParse', 'Update argument must be either an object or an array')
  if (!hasOperators(update)) {
    checkNames(update)
    return { kind: 'replace', doc: update }
  }
  const changes = fieldsOf(update).flatMap(([op, fields]) => {
    if (!op.startsWith('$')) throw new CommandError('FailedToParse', `Unknown modifier: ${op}`)
    if (fields.type !== type.object) {
      throw new CommandError(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${typeName(fields)} instead: ${op}`,
      )
    }
    return fieldsOf(fields).map(([path, value]) => parseChange(op, path, value))
  })
  const sorted = changes.sort((a, b) => comparePaths(a.names, b.names))
  checkConflicts(sorted)
  return { kind: 'change', changes: sorted }
}

function parseChange(op: string, path: string, value: Value): Change {
  const names = parseNames(path)
  switch (op) {
    case '$inc':
      if (!isNumber(value))
        throw new CommandError(
          'TypeMismatch',
          `Cannot increment with non-numeric argument: {${path}: ${typeName(value)}}`,
        )
      return { op, names, value }
    case '$set':
    case '$setOnInsert':
    case '$min':
    case '$max':
      return { op, names, value }
    case '$unset':
      return { op, names }
    case '$push':
      return { op, names, ...parseEach(op, value, ['$each', '$slice']) }
    case '$addToSet':
      return { op, names, items: parseEach(op, value, ['$each']).items }
    case '$pull':
      return { op, names, match: compileFieldTest(value) }
    default:
      throw new CommandError(
        'FailedToParse',
        `Unknown modifier: ${op} (or one that the local database does not support)`,
      )
  }
}

function parseNames(path: string): string[] {
  const names = path.split('.')
  names.forEach((name, i) => {
    if (name === '')
      throw new CommandError(
        'EmptyFieldName',
        `The update path '${path}' contains an empty field name, which is not allowed.`,
      )
    if (name.startsWith('$[')) throw badValue(`the local database does not support '${name}' in the path '${path}'`)
    if (name === '$' && i > 0) return
    if (name.startsWith('$')) throw dollarField(name, path)
  })
  return names
}

function parseEach(
  op: string,
  value: Value,
  allowed: readonly string[],
): { items: readonly Value[]; slice: number | undefined } {
  const fields = value.type === type.object ? new Map(fieldsOf(value)) : new Map<string, Value>()
  const each = fields.get('$each')
  if (!each) return { items: [value], slice: undefined }
  for (const name of fields.keys()) {
    if (!allowed.includes(name))
      throw badValue(`Unrecognized clause in ${op}: ${name} (or one that the local database does not support)`)
  }
  if (each.type !== type.array)
    throw badValue(`The argument to $each in ${op} must be an array but it was of type ${typeName(each)}`)
  const slice = fields.get('$slice')
  if (slice && (!isNumber(slice) || !Number.isInteger(numberOf(slice))))
    throw badValue('The value for $slice must be an integer value')
  return { items: itemsOf(each), slice: slice && numberOf(slice) }
}

/** Names that start with $ are operators, never fields of a stored document. */
export function checkNames(doc: Value): void {
  for (const [name] of fieldsOf(doc)) if (name.startsWith('$')) throw dollarField(name, name)
}

function dollarField(name: string, path: string): CommandError {
  return new CommandError(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${path}' is not allowed in the context of an update or an insert.`,
  )
}

/** By text, numbers by their value: the order in which MongoDB applies changes and creates new fields. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i] as string, b[i] as string]
    if (x === y) continue
    const [isXNumber, isYNumber] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (isXNumber !== isYNumber) return isXNumber ? -1 : 1
    return isXNumber ? Number(x) - Number(y) : x < y ? -1 : 1
  }
  return a.length - b.length
}

function checkConflicts(sorted: readonly Change[]): void {
  sorted.forEach(({ names }, i) => {
    // In sorted order, a path that is the beginning of others comes right before the first of them.
    const next = sorted[i + 1]?.names
    if (next && names.every((name, at) => next[at] === name)) {
      throw new CommandError(
        'ConflictingUpdateOperators',
        `Updating the path '${next.join('.')}' would create a conflict at '${names.join('.')}'`,
      )
    }
  })
}
