import { fieldsOf, isNumber, isTruthy, itemsOf, numberOf, stringOf, type, typeName, type Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import type { Reply } from '../protocol/reply.ts'
import type { Request } from '../protocol/wire.ts'
import type { Collection } from '../storage/catalog.ts'
import type { Store } from '../storage/store.ts'
import type { Cursors } from './cursors.ts'

/** A command being run, with everything that it may use. */
export interface Call {
  readonly request: Request
  readonly db: string
  readonly store: Store
  readonly cursors: Cursors
  /** The address that the server reports. */
  readonly address: string
}

/** A command of the subset. */
export interface Command {
  /** Reads are answered at once; writes wait for the commit of their group. */
  readonly kind: 'read' | 'write'
  /** The options of the command, in addition to those of every command. */
  readonly options: readonly string[]
  /** Options that MongoDB has and this database refuses. */
  readonly refused?: readonly string[]
  /** Whether the driver may repeat it with the same transaction number. */
  readonly isRetryable?: true
  readonly run: (call: Call) => Reply
}

/** The options that the driver may send with any command. */
const commonOptions = [
  '$db',
  'lsid',
  '$readPreference',
  '$clusterTime',
  'comment',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
]
const transactionOptions = ['autocommit', 'startTransaction']
const commonRefused = [
  'collation',
  'hint',
  'let',
  'explain',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'rawData',
]

/** No option is ever ignored: an unknown option is an error, and so is one that is known but not supported. */
export function checkOptions(request: Request, command: Command): void {
  const { name, body } = request
  for (const option of body.keys()) {
    if (option === name || commonOptions.includes(option) || command.options.includes(option)) continue
    if (option === 'txnNumber' && command.isRetryable) continue
    if (option === 'txnNumber' || transactionOptions.includes(option)) {
      throw new CommandError(
        'OperationNotSupportedInTransaction',
        `the local database has no transactions ('${option}' of '${name}')`,
      )
    }
    if (commonRefused.includes(option) || command.refused?.includes(option)) {
      throw new CommandError(
        'CommandNotSupported',
        `the local database does not support the option '${option}' of '${name}'`,
      )
    }
    throw new CommandError('UnknownField', `BSON field '${name}.${option}' is an unknown field.`)
  }
  checkConcerns(body)
}

/** Every write is on disk before it is answered and every read sees only such writes: that satisfies all these levels. */
function checkConcerns(body: Request['body']): void {
  for (const [name, value] of optionalFields(body, 'readConcern')) {
    const level = value.type === type.string ? stringOf(value) : ''
    if (name === 'level' && ['local', 'available', 'majority', 'linearizable'].includes(level)) continue
    throw new CommandError('InvalidOptions', `the local database does not support the readConcern '${name}: ${level}'`)
  }
  for (const [name, value] of optionalFields(body, 'writeConcern')) {
    const isMajority = value.type === type.string && stringOf(value) === 'majority'
    if (name === 'w' && (isMajority || (isNumber(value) && numberOf(value) <= 1 && numberOf(value) >= 0))) continue
    if (name === 'j' || name === 'fsync' || name === 'wtimeout' || name === 'wtimeoutMS') continue
    throw new CommandError(
      'UnsatisfiableWriteConcern',
      `the local database is one node: the writeConcern '${name}' cannot be met`,
    )
  }
}

function optionalFields(body: Request['body'], name: string): [string, Value][] {
  const value = body.get(name)
  if (!value) return []
  if (value.type !== type.object) throw wrongType(name, value, 'object')
  return fieldsOf(value)
}

function wrongType(name: string, value: Value, expected: string): CommandError {
  return new CommandError(
    'TypeMismatch',
    `BSON field '${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`,
  )
}

/** The fields of one statement within a command, checked like its options. */
export function statementFields(
  statement: Value,
  where: string,
  fieldNames: readonly string[],
  refused: readonly string[],
): Map<string, Value> {
  if (statement.type !== type.object) throw wrongType(where, statement, 'object')
  const fields = new Map(fieldsOf(statement))
  for (const name of fields.keys()) {
    if (fieldNames.includes(name)) continue
    if (refused.includes(name))
      throw new CommandError(
        'CommandNotSupported',
        `the local database does not support the option '${name}' of '${where}'`,
      )
    throw new CommandError('UnknownField', `BSON field '${where}.${name}' is an unknown field.`)
  }
  return fields
}

type Options = ReadonlyMap<string, Value>

export function documentOption(options: Options, name: string): Value | undefined {
  const value = options.get(name)
  if (value && value.type !== type.object) throw wrongType(name, value, 'object')
  return value
}

export function requiredDocument(options: Options, name: string): Value {
  const value = documentOption(options, name)
  if (!value) throw new CommandError('MissingField', `BSON field '${name}' is missing but a required field`)
  return value
}

/** A whole number that is not negative. */
export function countOption(options: Options, name: string): number | undefined {
  const value = options.get(name)
  if (!value || value.type === type.null) return undefined
  if (!isNumber(value)) throw wrongType(name, value, 'long')
  const number = numberOf(value)
  if (!Number.isSafeInteger(number)) throw new CommandError('BadValue', `the value of '${name}' must be a whole number`)
  if (number < 0)
    throw new CommandError('NegativeOption', `BSON field '${name}' value must be >= 0, actual value '${number}'`)
  return number
}

/** The batch size in `cursor: { batchSize }`, which has no other field. */
export function cursorOption(options: Options): number | undefined {
  const cursor = documentOption(options, 'cursor')
  return cursor && countOption(statementFields(cursor, 'cursor', ['batchSize'], []), 'batchSize')
}

export function flagOption(options: Options, name: string, otherwise: boolean): boolean {
  const value = options.get(name)
  if (!value) return otherwise
  if (value.type !== type.bool && !isNumber(value)) throw wrongType(name, value, 'bool')
  return isTruthy(value)
}

export function textOption(options: Options, name: string): string | undefined {
  const value = options.get(name)
  if (value && value.type !== type.string) throw wrongType(name, value, 'string')
  return value && stringOf(value)
}

/** A list, either in the body or next to it as a document sequence. */
export function listOption(request: Request, name: string): readonly Value[] {
  const beside = request.sequences.get(name)
  if (beside) return beside
  const value = request.body.get(name)
  if (!value)
    throw new CommandError('MissingField', `BSON field '${request.name}.${name}' is missing but a required field`)
  if (value.type !== type.array) throw wrongType(name, value, 'array')
  return itemsOf(value)
}

/** The collection that a command names as its first value. */
export function collectionName(call: Call): string {
  const value = call.request.body.get(call.request.name)
  const name = value?.type === type.string ? stringOf(value) : undefined
  if (name === undefined)
    throw new CommandError(
      'InvalidNamespace',
      `collection name has invalid type ${value ? typeName(value) : 'missing'}`,
    )
  const isBad =
    name === '' ||
    name.includes('$') ||
    name.includes('\0') ||
    name.startsWith('.') ||
    name.endsWith('.') ||
    name.startsWith('system.')
  if (isBad || call.db === '' || /[/\\. "$\0]/.test(call.db))
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${call.db}.${name}'`)
  if (Buffer.byteLength(`${call.db}.${name}`) > 255)
    throw new CommandError('InvalidNamespace', 'Fully qualified namespace is too long. Max: 255')
  return name
}

export function findCollection(call: Call): Collection | undefined {
  return call.store.catalog.find(call.db, collectionName(call))
}
