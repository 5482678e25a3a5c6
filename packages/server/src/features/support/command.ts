import { resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, runCommand } from '../../platform/command.ts'
import { writeOutputFile } from '../../platform/outputFile.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import { requireShop } from '../../platform/provider/requireShop.ts'
import { deleteRecording, partsOf, recordingsOf, type StoredRecording } from './collection.ts'
import { NothingRecordedError, replayPage } from './replayPage.ts'

const USAGE = `Usage: ./portraitkit recordings list
       ./portraitkit recordings html <uuid> <file>
       ./portraitkit recordings delete <uuid>

A recording contains what a customer's page showed after the customer started it at /debug, without pictures, names or typed
text. Its uuid is the number that the customer was shown. Recordings are deleted automatically after 30 days.

  --provider <key>   the shop; optional if a recording is named

The file that "html" writes replays a recording in a browser and loads nothing from the network.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit recordings`. Returns the exit code, see USAGE. */
export function recordingsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what, uuid, file, ...more] = positionals
    if (more.length > 0 || (file !== undefined && what !== 'html')) throw new CommandError('Too many arguments', 2)
    const shops = values.provider === undefined ? await listProviders(app) : [await requireShop(app, values.provider)]
    const providers = shops.map(({ key }) => key)
    if (what === 'list' && uuid === undefined) await list(app, providers)
    else if (what === 'html') await write(app, await requireRecording(app, providers, uuid), file)
    else if (what === 'delete') await remove(app, await requireRecording(app, providers, uuid))
    else throw new CommandError(`There is no "recordings ${positionals.join(' ')}"`, 2)
    return 0
  })
}

async function requireRecording(app: App, providers: string[], uuid: string | undefined): Promise<StoredRecording> {
  if (!uuid) throw new CommandError('Give the uuid of a recording', 2)
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
  // a browser's name can be any text: no character in it may move the terminal's cursor
  const browser = userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 60)
  return `${_id}  ${provider}  ${when} UTC  ${state}  ${Math.ceil(size / 1000)} kB  ${browser}`
}

async function write(app: App, recording: StoredRecording, file: string | undefined): Promise<void> {
  if (!file) throw new CommandError('Name the file to write', 2)
  const parts = await partsOf(app, recording.provider).find({ recording: recording._id }).sort({ part: 1 }).toArray()
  await writeOutputFile(resolve(file), filmOf(recording, parts))
  console.log(resolve(file))
}

function filmOf(...recorded: Parameters<typeof replayPage>): string {
  try {
    return replayPage(...recorded)
  } catch (error) {
    if (error instanceof NothingRecordedError) throw new CommandError(`${error.message}. Nothing was written`, 1)
    throw error
  }
}

async function remove(app: App, { _id, provider }: StoredRecording): Promise<void> {
  await deleteRecording(app, provider, _id)
  console.log(`Recording ${_id} is deleted.`)
}
