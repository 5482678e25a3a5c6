import { documentOf } from '../bson/raw.ts'
import { encode } from '../bson/write.ts'
import { CommandError } from '../errors.ts'
import { parseFilter } from '../query/filter.ts'
import { compileFilter } from '../query/matcher.ts'
import { describeIndex } from '../storage/catalog.ts'
import { type Command, cursorOption, documentOption, findCollection, flagOption } from './call.ts'

const listCollections: Command = {
  kind: 'read',
  options: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run(call) {
    const { body } = call.request
    const isShort = flagOption(body, 'nameOnly', false)
    const filter = documentOption(body, 'filter')
    const match = filter ? compileFilter(parseFilter(filter)) : () => true
    const docs = call.store.catalog.inDatabase(call.db).map((collection) => {
      const [idIndex] = collection.indexes
      const details = { options: {}, info: { readOnly: false }, idIndex: idIndex && describeIndex(idIndex) }
      return documentOf(encode({ name: collection.name, type: 'collection', ...(isShort ? {} : details) }))
    })
    return call.cursors.first(docs.filter(match).values(), `${call.db}.$cmd.listCollections`, cursorOption(body), false)
  },
}

const listIndexes: Command = {
  kind: 'read',
  options: ['cursor'],
  run(call) {
    const collection = findCollection(call)
    if (!collection) throw noCollection(call.db)
    const docs = collection.indexes.map((index) => documentOf(encode(describeIndex(index))))
    return call.cursors.first(docs.values(), `${call.db}.${collection.name}`, cursorOption(call.request.body), false)
  },
}

export function noCollection(db: string): CommandError {
  return new CommandError('NamespaceNotFound', `ns does not exist in the database '${db}'`)
}

const drop: Command = {
  kind: 'write',
  options: [],
  run(call) {
    const collection = findCollection(call)
    // Dropping a missing collection is not an error since MongoDB 7.0.
    if (!collection) return {}
    call.store.catalog.drop(collection)
    return { nIndexesWas: collection.indexes.length, ns: `${call.db}.${collection.name}` }
  },
}

const dropDatabase: Command = {
  kind: 'write',
  options: [],
  run(call) {
    for (const collection of call.store.catalog.inDatabase(call.db)) call.store.catalog.drop(collection)
    return { dropped: call.db }
  },
}

export const collectionCommands: Record<string, Command> = { listCollections, listIndexes, drop, dropDatabase }
