import { compareToKey, isNaNumberKey, keyOf, tagOf } from '../bson/key.ts'
import { isNaNumber, itemsOf, nullValue, type, type Value } from '../bson/raw.ts'
import type { Filter, Negatable, Test } from './filter.ts'
import { visitPath } from './path.ts'

/** Whether a document matches. */
export type Match = (doc: Value) => boolean

/** Compiles a filter to a function of a document. */
export function compileFilter(filter: Filter): Match {
  if (filter.kind === 'test') {
    const accepts = compileTest(filter.test)
    const { path, test } = filter
    const leaf = test.op === 'size' || test.op === 'elemMatch' || test.op === 'elemMatchValue' ? 'whole' : 'items'
    return (doc) => visitPath(doc, path, leaf, accepts)
  }
  const matches = filter.filters.map(compileFilter)
  if (filter.kind === 'and') return (doc) => matches.every((match) => match(doc))
  if (filter.kind === 'or') return (doc) => matches.some((match) => match(doc))
  return (doc) => !matches.some((match) => match(doc))
}

/** Compiles a test to a function of one value, with `undefined` for a missing field. */
export function compileTest(test: Test): (value: Value | undefined) => boolean {
  switch (test.op) {
    case 'eq':
      return (value) => compareToKey(value ?? nullValue, test.key) === 0
    case 'in': {
      const keys = new Set(test.keys.map((key) => key.toString('latin1')))
      return (value) => keys.has(keyOf(value ?? nullValue).toString('latin1'))
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileRange(test.op, test.key)
    case 'exists':
      return (value) => value !== undefined
    case 'size':
      return (value) => value?.type === type.array && itemsOf(value).length === test.size
    case 'elemMatch':
    case 'elemMatchValue': {
      const accepts = compileItemTest(test)
      return (value) => value?.type === type.array && itemsOf(value).some(accepts)
    }
  }
}

/** The condition of $elemMatch on one item. */
export function compileItemTest(test: Extract<Test, { op: 'elemMatch' | 'elemMatchValue' }>): (item: Value) => boolean {
  if (test.op === 'elemMatch') {
    const match = compileFilter(test.filter)
    return (item) => (item.type === type.object || item.type === type.array) && match(item)
  }
  const accepts = test.tests.map(compileNegatable)
  return (item) => accepts.every((accept) => accept(item))
}

/** $gt and the like are true only for values of one class of types; NaN is neither above nor below a number. */
function compileRange(op: 'gt' | 'gte' | 'lt' | 'lte', key: Buffer): (value: Value | undefined) => boolean {
  const acceptsEqual = op === 'gte' || op === 'lte'
  const direction = op === 'gt' || op === 'gte' ? 1 : -1
  const isNaNKey = isNaNumberKey(key)
  return (value) => {
    const candidate = value ?? nullValue
    if (tagOf(candidate) !== key[0]) return false
    const order = Math.sign(compareToKey(candidate, key))
    if (order === 0) return acceptsEqual
    return order === direction && !isNaNKey && !isNaNumber(candidate)
  }
}

function compileNegatable(one: Negatable): (value: Value) => boolean {
  const tests = one.tests.map(compileTest)
  return (value) => tests.every((test) => test(value)) !== one.negated
}
