/** MongoDB's own error codes, those that this subset uses. */
export const codes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  UnsatisfiableWriteConcern: 100,
  CommandNotSupported: 115,
  CannotIndexParallelArrays: 171,
  IncompleteTransactionHistory: 217,
  TransactionTooOld: 225,
  OperationNotSupportedInTransaction: 263,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  ResultingDocumentTooLarge: 17419,
  ProjectionPathCollision: 31249,
  InclusionInExclusion: 31253,
  ExclusionInInclusion: 31254,
  NegativeOption: 51024,
  EmptyProjection: 51272,
  CountName: 40156,
  StageNotOneField: 40323,
  UnrecognizedStage: 40324,
  UnknownField: 40415,
  MissingField: 40414,
  ChangeStreamNeedsReplicaSet: 40573,
} as const

export type CodeName = keyof typeof codes

/** A failure that is reported to the client, with MongoDB's own code. `fields` are sent next to the code (keyPattern, keyValue). */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: CodeName
  readonly fields: Record<string, unknown>

  constructor(codeName: CodeName, message: string, fields: Record<string, unknown> = {}) {
    super(message)
    this.code = codes[codeName]
    this.codeName = codeName
    this.fields = fields
  }
}

/** The reason why the local database could not be opened, backed up or restored. */
export type LocalMongoReason =
  | 'read_only'
  | 'corrupted'
  | 'newer_format'
  | 'disk_full'
  | 'busy'
  | 'not_empty'
  | 'not_found'
  | 'unsupported_platform'
  | 'failed'

/** The local database cannot do what was requested; nothing was changed. `message` is for a person, `reason` for code. */
export class LocalMongoError extends Error {
  readonly reason: LocalMongoReason

  constructor(reason: LocalMongoReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LocalMongoError'
    this.reason = reason
  }
}
