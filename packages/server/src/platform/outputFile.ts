import { dirname } from 'node:path'
import { CommandError } from './command.ts'
import { writePrivate } from './privateFiles.ts'

/** Writes the file that an operator has named for what a command says. Throws CommandError, in one sentence, if it cannot be written. */
export async function writeOutputFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writePrivate(file, content)
  } catch (error) {
    throw new CommandError(`${file} cannot be written${reasonOf(file, error as NodeJS.ErrnoException)}`, 1)
  }
}

function reasonOf(file: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `: there is no folder ${dirname(file)}`
  if (code === 'EISDIR') return ': it is a folder. Name a file in it'
  return ` (${code})`
}
