import { fieldsOf, isNumber, numberOf, stringOf, type, typeName, type Value } from '../bson/raw.ts'
import { encode } from '../bson/write.ts'
import { type CodeName, CommandError } from '../errors.ts'
import { parseOrder } from '../query/sortKeys.ts'
import { type Collection, describeIndex, type Index, type IndexSpec, idIndexName } from '../storage/catalog.ts'
import {
  type Call,
  type Command,
  collectionName,
  countOption,
  findCollection,
  flagOption,
  listOption,
  statementFields,
  textOption,
} from './call.ts'
import { noCollection } from './collections.ts'

const known = ['key', 'name', 'unique', 'sparse', 'expireAfterSeconds', 'v']
const refused = [
  'partialFilterExpression',
  'collation',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'storageEngine',
  'wildcardProjection',
  'hidden',
  'background',
  'prepareUnique',
  'clustered',
]
/** MongoDB's limit. */
const maxIndexes = 64

const createIndexes: Command = {
  kind: 'write',
  options: ['indexes'],
  refused: ['commitQuorum'],
  run(call) {
    const specs = listOption(call.request, 'indexes').map(readSpec)
    if (specs.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create')
    const name = collectionName(call)
    const createdCollectionAutomatically = !call.store.catalog.find(call.db, name)
    const collection = call.store.catalog.ensure(call.db, name)
    const numIndexesBefore = collection.indexes.length
    for (const spec of specs) addIndex(call, collection, spec)
    const numIndexesAfter = collection.indexes.length
    const note = numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {}
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note }
  },
}

function readSpec(value: Value): IndexSpec {
  const fields = statementFields(value, 'createIndexes.indexes', known, refused)
  const key = fields.get('key')
  const name = textOption(fields, 'name')
  if (key?.type !== type.object || !name) throw new CommandError('FailedToParse', 'an index needs a key and a name')
  const order = readKey(key)
  if ((countOption(fields, 'v') ?? 2) !== 2)
    throw indexError('CannotCreateIndex', 'the local database makes indexes of version 2')
  const expiry = fields.get('expireAfterSeconds')
  const expireAfterSeconds = expiry && readSeconds(expiry, order.length)
  return {
    name,
    fields: order,
    unique: flagOption(fields, 'unique', false),
    sparse: flagOption(fields, 'sparse', false),
    expireAfterSeconds,
  }
}

function readKey(key: Value) {
  try {
    const order = parseOrder(key)
    const names = order.map((field) => field.path.text)
    if (order.length === 0 || order.length > 32)
      throw indexError('CannotCreateIndex', 'Index keys must have 1 to 32 fields')
    if (new Set(names).size < names.length) throw indexError('BadValue', 'an index cannot have a field twice')
    return order
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw indexError('CannotCreateIndex', `Error in specification of an index: ${error.message}`)
  }
}

function readSeconds(value: Value, fieldCount: number): number {
  const seconds = isNumber(value) ? numberOf(value) : Number.NaN
  if (!(seconds >= 0 && seconds <= 2_147_483_647))
    throw indexError(
      'CannotCreateIndex',
      `TTL index 'expireAfterSeconds' option must be 0 to 2147483647, not ${typeName(value)}`,
    )
  if (fieldCount > 1)
    throw indexError('CannotCreateIndex', 'TTL indexes are single-field indexes, compound indexes do not support TTL')
  return seconds
}

function indexError(code: CodeName, message: string): CommandError {
  return new CommandError(code, message)
}

function addIndex(call: Call, collection: Collection, spec: IndexSpec): void {
  const key = keyText(spec)
  const sameName = collection.indexes.find((index) => index.name === spec.name)
  const sameKey = collection.indexes.find((index) => keyText(index) === key)
  // The index on _id always exists, whatever a client calls it.
  if (sameKey?.name === idIndexName) return
  if (sameName && sameName === sameKey && optionsText(sameName) === optionsText(spec)) return
  if (sameName)
    throw indexError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index: ${spec.name}`,
    )
  if (sameKey)
    throw indexError(
      'IndexOptionsConflict',
      `Index already exists with a different name or different options: ${sameKey.name}`,
    )
  if (collection.indexes.length >= maxIndexes)
    throw indexError('CannotCreateIndex', `add index fails, too many indexes for ${collection.name}`)
  call.store.documents.build(collection, call.store.catalog.addIndex(collection, spec))
}

function keyText(index: Pick<Index, 'fields'>): string {
  return JSON.stringify(index.fields.map((field) => [field.path.text, field.direction]))
}

function optionsText(spec: IndexSpec): string {
  return encode(describeIndex(spec)).toString('latin1')
}

const dropIndexes: Command = {
  kind: 'write',
  options: ['index'],
  run(call) {
    const collection = findCollection(call)
    if (!collection) throw noCollection(call.db)
    const nIndexesWas = collection.indexes.length
    const index = call.request.body.get('index')
    if (!index) throw new CommandError('MissingField', "BSON field 'dropIndexes.index' is missing but a required field")
    for (const one of indexesNamed(collection, index)) call.store.catalog.dropIndex(collection, one)
    return { nIndexesWas }
  },
}

function indexesNamed(collection: Collection, index: Value): Index[] {
  if (index.type !== type.string && index.type !== type.object) {
    throw new CommandError(
      'TypeMismatch',
      `the local database drops indexes by a name or a key, not by ${typeName(index)}`,
    )
  }
  const name = index.type === type.string ? stringOf(index) : undefined
  if (name === '*') return collection.indexes.filter((one) => one.name !== idIndexName)
  const key =
    index.type === type.object
      ? JSON.stringify(fieldsOf(index).map(([path, value]) => [path, numberOf(value)]))
      : undefined
  const found = collection.indexes.find((one) => one.name === name || keyText(one) === key)
  if (!found) throw new CommandError('IndexNotFound', `index not found with name [${name ?? key}]`)
  if (found.name === idIndexName) throw new CommandError('InvalidOptions', 'cannot drop _id index')
  return [found]
}

export const indexCommands: Record<string, Command> = { createIndexes, dropIndexes }
