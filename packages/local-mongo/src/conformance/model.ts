/**
 * The meaning of a filter and a sort, implemented again over plain JavaScript values according to MongoDB's manual. It is
 * independent of the database that is compared with it.
 */
export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain }
export type PlainDoc = { [name: string]: Plain }

const missing = Symbol('missing')
type FoundValue = Plain | typeof missing

function isDoc(value: FoundValue): value is PlainDoc {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** All values at a path; a list at its end is included together with its items. */
function valuesAt(doc: PlainDoc, path: string[], withItems: boolean): FoundValue[] {
  const [head, ...rest] = path
  const value: FoundValue = head !== undefined && Object.hasOwn(doc, head) ? (doc[head] as Plain) : missing
  if (rest.length === 0) return Array.isArray(value) && withItems ? [...value, value] : [value]
  if (isDoc(value)) return valuesAt(value, rest, withItems)
  if (!Array.isArray(value)) return [missing]
  return value.flatMap((item, i) => {
    const through = isDoc(item) ? valuesAt(item, rest, withItems) : []
    if (String(i) !== rest[0]) return through
    if (rest.length === 1) return [...through, item]
    return [...through, ...(isDoc(item) ? valuesAt(item, rest.slice(1), withItems) : [])]
  })
}

const ranks = ['null', 'number', 'string', 'object', 'array', 'boolean']

function rank(value: Plain): number {
  return ranks.indexOf(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
}

function compareLists<T>(a: T[], b: T[], compare: (x: T, y: T) => number): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(a[i] as T, b[i] as T)
    if (order !== 0) return order
  }
  return a.length - b.length
}

export function comparePlain(a: Plain, b: Plain): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b, comparePlain)
  if (isDoc(a) && isDoc(b)) {
    return compareLists(Object.entries(a), Object.entries(b), ([name, x], [other, y]) => {
      return rank(x) - rank(y) || (name < other ? -1 : name > other ? 1 : comparePlain(x, y))
    })
  }
  if (a === b || a === null || b === null) return 0
  return a < b ? -1 : 1
}

/** Whether one value satisfies one operator; a missing value counts as null in comparisons of values. */
function satisfies(found: FoundValue, operator: string, operand: Plain): boolean {
  const value = found === missing ? null : found
  const order = comparePlain(value, operand)
  const isSameType = rank(value) === rank(operand)
  switch (operator) {
    case '$eq':
      return order === 0
    case '$gt':
      return isSameType && order > 0
    case '$gte':
      return isSameType && order >= 0
    case '$lt':
      return isSameType && order < 0
    case '$lte':
      return isSameType && order <= 0
    case '$in':
      return (operand as Plain[]).some((one) => comparePlain(value, one) === 0)
    case '$exists':
      return found !== missing
    case '$size':
      return Array.isArray(found) && found.length === operand
    case '$elemMatch':
      return Array.isArray(found) && found.some((item) => matchesItem(item, operand as PlainDoc))
    default:
      throw new Error(`the model does not support ${operator}`)
  }
}

function matchesItem(item: Plain, condition: PlainDoc): boolean {
  const isOfValues = Object.keys(condition)[0]?.startsWith('$')
  if (!isOfValues)
    return isDoc(item)
      ? matchesPlain(item, condition)
      : Array.isArray(item) && matchesPlain(Object.fromEntries(Object.entries(item)), condition)
  return Object.entries(condition).every(([operator, operand]) => {
    return operator === '$ne' ? !satisfies(item, '$eq', operand) : satisfies(item, operator, operand)
  })
}

const opposites: Record<string, string> = { $ne: '$eq', $nin: '$in' }

function matchesOperator(doc: PlainDoc, path: string, operator: string, operand: Plain): boolean {
  const opposite = opposites[operator]
  if (opposite) return !matchesOperator(doc, path, opposite, operand)
  if (operator === '$exists' && !operand) return !matchesOperator(doc, path, '$exists', true)
  if (operator === '$not') return !matchesField(doc, path, operand)
  if (operator === '$all') {
    const values = operand as Plain[]
    return values.length > 0 && values.every((one) => matchesOperator(doc, path, '$eq', one))
  }
  const withItems = operator !== '$size' && operator !== '$elemMatch'
  return valuesAt(doc, path.split('.'), withItems).some((found) => satisfies(found, operator, operand))
}

function matchesField(doc: PlainDoc, path: string, condition: Plain): boolean {
  if (!isDoc(condition) || !Object.keys(condition)[0]?.startsWith('$'))
    return matchesOperator(doc, path, '$eq', condition)
  return Object.entries(condition).every(([operator, operand]) => matchesOperator(doc, path, operator, operand))
}

/** Whether a document matches a filter. */
export function matchesPlain(doc: PlainDoc, filter: PlainDoc): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const parts = condition as PlainDoc[]
    if (name === '$and') return parts.every((part) => matchesPlain(doc, part))
    if (name === '$or') return parts.some((part) => matchesPlain(doc, part))
    if (name === '$nor') return !parts.some((part) => matchesPlain(doc, part))
    return matchesField(doc, name, condition)
  })
}

/** Below null: the sort position of an empty list. */
const empty = Symbol('empty')
type SortValue = Plain | typeof empty

/** The value by which a document is sorted: the lowest of those that a path reaches, or the highest. */
export function sortValue(doc: PlainDoc, path: string, direction: 1 | -1): SortValue {
  const values = sortValues(doc, path.split('.'))
  return values.sort((a, b) => compareSort(a, b) * direction)[0] ?? null
}

function sortValues(doc: PlainDoc, [head, ...rest]: string[]): SortValue[] {
  const value = head !== undefined && Object.hasOwn(doc, head) ? (doc[head] as Plain) : null
  if (rest.length === 0) return Array.isArray(value) ? (value.length > 0 ? value : [empty]) : [value]
  if (isDoc(value)) return sortValues(value, rest)
  if (!Array.isArray(value)) return [null]
  return value.length === 0 ? [null] : value.flatMap((item) => (isDoc(item) ? sortValues(item, rest) : [null]))
}

export function compareSort(a: SortValue, b: SortValue): number {
  if (a === empty || b === empty) return a === b ? 0 : a === empty ? -1 : 1
  return comparePlain(a, b)
}
