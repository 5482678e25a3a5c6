import { CommandError } from '../errors.ts'
import type { Request } from '../protocol/wire.ts'
import type { Command } from './call.ts'
import { collectionCommands } from './collections.ts'
import { explainCommands } from './explain.ts'
import { findAndModifyCommands } from './findAndModify.ts'
import { handshakeCommands } from './handshake.ts'
import { indexCommands } from './indexes.ts'
import { readCommands } from './read.ts'
import { writeCommands } from './write.ts'

const commands = new Map<string, Command>(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...findAndModifyCommands,
    ...collectionCommands,
    ...indexCommands,
    ...explainCommands,
  }),
)

/** The command of a request. Throws CommandError if it is outside the subset. */
export function commandOf(request: Request): Command {
  const command = commands.get(request.name)
  if (command) return command
  if (request.name === 'commitTransaction' || request.name === 'abortTransaction') {
    throw new CommandError(
      'OperationNotSupportedInTransaction',
      `the local database has no transactions ('${request.name}')`,
    )
  }
  throw new CommandError(
    'CommandNotFound',
    `no such command: '${request.name}' (or one that the local database does not support)`,
  )
}
