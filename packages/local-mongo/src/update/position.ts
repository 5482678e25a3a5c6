import { itemsOf, type, type Value } from '../bson/raw.ts'
import { badValue, conjuncts, type Filter } from '../query/filter.ts'
import { compileFilter, compileItemTest, compileTest } from '../query/matcher.ts'
import { parsePath, valueAt } from '../query/path.ts'

/** The index for `$`: the first item of the array at this path that satisfied the filter's condition on that array. */
export function findPosition(doc: Value, filter: Filter, names: readonly string[]): number {
  const list = valueAt(doc, parsePath(names.join('.')))
  const accepts = list?.type === type.array ? itemTest(filter, names) : undefined
  const position = list && accepts ? itemsOf(list).findIndex(accepts) : -1
  if (position < 0) throw badValue('The positional operator did not find the match needed from the query.')
  return position
}

function itemTest(filter: Filter, names: readonly string[]): ((item: Value) => boolean) | undefined {
  for (const one of conjuncts(filter)) {
    if (one.kind !== 'test') continue
    const own = one.path.names
    if (!names.every((name, i) => own[i] === name)) continue
    const { test } = one
    if (own.length > names.length) {
      const match = compileFilter({ ...one, path: parsePath(own.slice(names.length).join('.')) })
      return (item) => item.type === type.object && match(item)
    }
    if (test.op === 'elemMatch' || test.op === 'elemMatchValue') return compileItemTest(test)
    if (test.op !== 'size' && test.op !== 'exists') return compileTest(test)
  }
  return undefined
}
