import { keyOf, tag, tagOf } from '../bson/key.ts'
import { fieldsOf, isNumber, isTruthy, itemsOf, numberOf, type, typeName, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import { type Path, parsePath } from './path.ts'

/** How a value is compared; `key` is the operand in index order, so that an index can use it. */
export type Comparison =
  | { readonly op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly key: Buffer; readonly operand: Value }
  | { readonly op: 'in'; readonly keys: readonly Buffer[] }

/** A condition on one value. */
export type Test =
  | Comparison
  | { readonly op: 'exists' }
  | { readonly op: 'size'; readonly size: number }
  | { readonly op: 'elemMatch'; readonly filter: Filter }
  | { readonly op: 'elemMatchValue'; readonly tests: readonly Negatable[] }

/** A test, or its opposite, of one value: inside `$elemMatch: { $gt: 1, $ne: 5 }`. */
export type Negatable = { readonly negated: boolean; readonly tests: readonly Test[] }

/** A filter, parsed and checked. */
export type Filter =
  | { readonly kind: 'and' | 'or' | 'nor'; readonly filters: readonly Filter[] }
  | { readonly kind: 'test'; readonly path: Path; readonly test: Test }

const comparisons: Record<string, 'eq' | 'gt' | 'gte' | 'lt' | 'lte'> = {
  $eq: 'eq',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
}

/** Parses a filter. Everything outside the subset is an error that names it. */
export function parseFilter(doc: Value): Filter {
  const filters: Filter[] = []
  for (const [name, value] of fieldsOf(doc)) {
    if (!name.startsWith('$')) filters.push(...parseField(parsePath(name), value))
    else if (name === '$and' || name === '$or' || name === '$nor') {
      filters.push({ kind: name.slice(1) as 'and' | 'or' | 'nor', filters: parseList(name, value) })
    } else throw badValue(`unknown top level operator: ${name} (or one that the local database does not support)`)
  }
  return filters.length === 1 ? (filters[0] as Filter) : { kind: 'and', filters }
}

function parseList(name: string, value: Value): Filter[] {
  if (value.type !== type.array) throw badValue(`${name} must be an array`)
  const items = itemsOf(value)
  if (items.length === 0) throw badValue(`$and/$or/$nor must be a nonempty array (${name})`)
  return items.map((item) => {
    if (item.type !== type.object) throw badValue('$or/$and/$nor entries need to be full objects')
    return parseFilter(item)
  })
}

/** Whether a document consists of operators, such as `{ $gt: 1 }` but not `{ a: 1 }`. */
export function hasOperators(value: Value): boolean {
  return value.type === type.object && value.end - value.start > 5 && value.buf[value.start + 5] === 0x24
}

function parseField(path: Path, value: Value): Filter[] {
  if (!hasOperators(value)) return [{ kind: 'test', path, test: comparison('eq', value) }]
  return fieldsOf(value).flatMap(([name, operand]) => parseOperator(path, name, operand))
}

function parseOperator(path: Path, name: string, operand: Value): Filter[] {
  const is = (test: Test): Filter => ({ kind: 'test', path, test })
  const compared = comparisons[name]
  if (compared) return [is(comparison(compared, operand))]
  switch (name) {
    case '$ne':
      return [{ kind: 'nor', filters: [is(comparison('eq', operand))] }]
    case '$in':
      return [is(parseIn(name, operand))]
    case '$nin':
      return [{ kind: 'nor', filters: [is(parseIn(name, operand))] }]
    case '$exists':
      return [isTruthy(operand) ? is({ op: 'exists' }) : { kind: 'nor', filters: [is({ op: 'exists' })] }]
    case '$not':
      if (!hasOperators(operand)) throw badValue('$not needs a document of operators')
      return [{ kind: 'nor', filters: [{ kind: 'and', filters: parseField(path, operand) }] }]
    case '$size':
      return [is({ op: 'size', size: sizeOf(operand) })]
    case '$all':
      return parseAll(path, operand)
    case '$elemMatch':
      return [is(elemMatch(operand))]
    default:
      throw badValue(`unknown operator: ${name} (or one that the local database does not support)`)
  }
}

function comparison(op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte', operand: Value): Test {
  return { op, key: keyOf(operand), operand }
}

function parseIn(name: string, operand: Value): Test {
  if (operand.type !== type.array) throw badValue(`${name} needs an array`)
  const items = itemsOf(operand)
  if (items.some(hasOperators)) throw badValue(`cannot nest $ under ${name}`)
  return { op: 'in', keys: items.map(keyOf) }
}

function sizeOf(operand: Value): number {
  if (!isNumber(operand))
    throw new CommandError('FailedToParse', `Failed to parse $size. Expected a number in: $size: ${typeName(operand)}`)
  const size = numberOf(operand)
  if (!Number.isInteger(size)) throw badValue('Failed to parse $size. Expected an integer')
  if (size < 0) throw badValue('Failed to parse $size. Expected a non-negative number')
  return size
}

function parseAll(path: Path, operand: Value): Filter[] {
  if (operand.type !== type.array) throw badValue('$all needs an array')
  const items = itemsOf(operand)
  if (items.length === 0) return [{ kind: 'test', path, test: { op: 'in', keys: [] } }]
  return items.map((item) => {
    if (!hasOperators(item)) return { kind: 'test', path, test: comparison('eq', item) }
    const [first, ...others] = fieldsOf(item)
    if (first?.[0] !== '$elemMatch' || others.length > 0) throw badValue('no $ expressions in $all')
    return { kind: 'test', path, test: elemMatch(first[1]) }
  })
}

function elemMatch(operand: Value): Test {
  if (operand.type !== type.object) throw badValue('$elemMatch needs an Object')
  const [first] = fieldsOf(operand)
  const isFilter = !first?.[0].startsWith('$') || ['$and', '$or', '$nor'].includes(first[0])
  if (isFilter) return { op: 'elemMatch', filter: parseFilter(operand) }
  return { op: 'elemMatchValue', tests: parseField(parsePath(''), operand).map(asNegatable) }
}

/** The tests of `$elemMatch: { $gte: 1, $ne: 5 }` apply to the item itself: their path is dropped. */
function asNegatable(filter: Filter): Negatable {
  if (filter.kind === 'test') return { negated: false, tests: [filter.test] }
  const inner = filter.filters.flatMap((one) => (one.kind === 'and' ? one.filters : [one]))
  const tests = inner.map((one) => {
    if (one.kind !== 'test')
      throw badValue('the local database does not support $not around a negation inside $elemMatch')
    return one.test
  })
  return { negated: true, tests }
}

/** Whether a test can be true for a missing field or for null, which an index cannot always tell apart. */
export function acceptsNull(test: Comparison): boolean {
  if (test.op === 'in') return test.keys.some((key) => key[0] === tag.null)
  return tagOf(test.operand) === tag.null
}

/** The filters that must all hold. */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [filter]
}

export function badValue(message: string): CommandError {
  return new CommandError('BadValue', message)
}
