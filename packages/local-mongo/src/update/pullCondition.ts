import { compareToKey, keyOf } from '../bson/key.ts'
import { documentOf, type, type Value } from '../bson/raw.ts'
import { encode } from '../bson/write.ts'
import { hasOperators, parseFilter } from '../query/filter.ts'
import { compileFilter } from '../query/matcher.ts'

/** Whether $pull removes an item. */
export type ValueMatch = (item: Value) => boolean

/** $pull's condition: operators test the item, a document is a filter of item documents, anything else must be equal. */
export function compileFieldTest(condition: Value): ValueMatch {
  if (hasOperators(condition)) {
    // The item is in a document of its own, so that it is one value even if it is an array.
    const match = compileFilter(parseFilter(documentOf(encode({ item: condition }))))
    return (item) => match(documentOf(encode({ item })))
  }
  if (condition.type === type.object) {
    const match = compileFilter(parseFilter(condition))
    return (item) => item.type === type.object && match(item)
  }
  const key = keyOf(condition)
  return (item) => compareToKey(item, key) === 0
}
