import { documentOf, fieldOf, type Value } from '../bson/raw.ts'
import { createObjectId, encode, type Writable } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { conjuncts, type Filter } from '../query/filter.ts'
import { applyUpdate, withId } from './apply.ts'
import type { Update } from './parse.ts'
import { type Doc, getAt, setAt } from './tree.ts'

const idName = Buffer.from('_id')

/** The document that an upsert inserts: the equality conditions of the filter, then the update. */
export function buildUpsert(filter: Filter, update: Update): Value {
  const seed: Doc = new Map()
  for (const one of conjuncts(filter)) {
    if (one.kind !== 'test' || one.test.op !== 'eq') continue
    const { names, text } = one.path
    if (update.kind === 'replace' && text !== '_id') continue
    if (getAt(seed, names))
      throw new CommandError('NotSingleValueField', `cannot infer query fields to set, path '${text}' is matched twice`)
    setAt(seed, names, one.test.operand)
  }
  const doc = applyUpdate(documentOf(encode(seed as Map<string, Writable>)), update, refusePosition, true)
  return withId(doc, fieldOf(doc, idName) ?? createObjectId())
}

function refusePosition(): never {
  throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.')
}
