import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import { writePrivate } from '../privateFiles.ts'
import { findProvider, listProviders } from '../provider/collection.ts'
import { deleteRecording, partsOf, recordingsOf, type StoredRecording } from '../support/recordings.ts'
import { NothingRecordedError, replayPage } from '../support/replayPage.ts'

const USAGE = `Usage: ./portraitkit recordings list
       ./portraitkit recordings html <uuid> <file>
       ./portraitkit recordings delete <uuid>

A recording is what a customer's page showed after the customer started it at /debug, without pictures, names and what was
typed. Its uuid is the number that the customer was shown. Recordings are deleted by themselves after 30 days.

  --provider <key>   the shop; not needed for one recording

The file of "html" replays a recording in a browser and loads nothing from anywhere.

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

/** What was typed cannot be used (exit code 2), or names something that is not there (1). */
class CommandError extends Error {
  readonly code: 1 | 2

  constructor(message: string, code: 1 | 2) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

/** `./portraitkit recordings`. Answers the exit code, see USAGE. */
export async function recordingsCommand(argv: string[], app: App): Promise<number> {
  try {
    const { values, positionals } = readArguments(argv)
    const [what, uuid, file, ...more] = positionals
    if (values.help || what === undefined) {
      console.log(USAGE)
      return values.help ? 0 : 2
    }
    if (more.length > 0 || (file !== undefined && what !== 'html')) throw new CommandError('Too much was typed', 2)
    const providers = await theProviders(app, values.provider)
    if (what === 'list' && uuid === undefined) await list(app, providers)
    else if (what === 'html') await write(app, await theRecording(app, providers, uuid), file)
    else if (what === 'delete') await remove(app, await theRecording(app, providers, uuid))
    else throw new CommandError(`There is no "recordings ${positionals.join(' ')}"`, 2)
    return 0
  } catch (error) {
    if (error instanceof NothingRecordedError) {
      console.error(`${error.message}. Nothing was written.`)
      return 1
    }
    if (!(error instanceof CommandError)) throw error
    console.error(error.code === 2 ? `${error.message}.\n\n${USAGE}` : `${error.message}.`)
    return error.code
  }
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { provider: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new CommandError((error as Error).message.split('. ')[0] ?? '', 2)
  }
}

async function theProviders(app: App, key: string | undefined): Promise<string[]> {
  const all = (await listProviders(app)).map((provider) => provider.key)
  if (key === undefined) return all
  if (!(await findProvider(app, key))) {
    throw new CommandError(`There is no shop "${key}"; there are ${all.join(', ') || 'none'}`, 1)
  }
  return [key]
}

async function theRecording(app: App, providers: string[], uuid: string | undefined): Promise<StoredRecording> {
  if (!uuid) throw new CommandError('Name a recording by its uuid', 2)
  for (const provider of providers) {
    const found = await recordingsOf(app, provider).findOne({ _id: uuid.toLowerCase() })
    if (found) return found
  }
  throw new CommandError(`There is no recording ${uuid}`, 1)
}

async function list(app: App, providers: string[]): Promise<void> {
  let count = 0
  for (const provider of providers) {
    const recordings = await recordingsOf(app, provider).find({}).sort({ started: -1 }).toArray()
    count += recordings.length
    for (const recording of recordings) console.log(lineOf(app, provider, recording))
  }
  console.log(count === 1 ? '1 recording.' : `${count} recordings.`)
}

function lineOf(
  app: App,
  provider: string,
  { _id, started, ended, expires, size, userAgent }: StoredRecording,
): string {
  const state = ended ? 'ended' : expires <= app.clock() ? 'ended by itself' : 'running'
  const when = started.toISOString().slice(0, 16).replace('T', ' ')
  // what a browser says of itself is anybody's text: no sign in it may move the terminal's cursor
  const browser = userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 60)
  return `${_id}  ${provider}  ${when} UTC  ${state}  ${Math.ceil(size / 1000)} kB  ${browser}`
}

async function write(app: App, recording: StoredRecording, file: string | undefined): Promise<void> {
  if (!file) throw new CommandError('Name the file to write', 2)
  const parts = await partsOf(app, recording.provider).find({ recording: recording._id }).sort({ part: 1 }).toArray()
  await writePrivate(resolve(file), replayPage(recording, parts))
  console.log(resolve(file))
}

async function remove(app: App, { _id, provider }: StoredRecording): Promise<void> {
  await deleteRecording(app, provider, _id)
  console.log(`Recording ${_id} is deleted.`)
}
