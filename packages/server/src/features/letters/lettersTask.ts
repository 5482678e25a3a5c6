import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { plain } from '../../platform/command.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { defineTask, FinalTaskError, type TaskRun } from '../../platform/taskKind.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { lettersOf } from './lettersOf.ts'

const input = z.object({
  /** The uuid of the job. */
  job: z.string(),
  language: z.string(),
  /** The PDF to write, as a full path. */
  file: z.string(),
  /** The address of the shop that the letters name, whichever process writes them. */
  publicUrl: z.string(),
})

/** How many letters were written, and how many subjects have none because they have no pictures. */
export type LettersResult = { letters: number; without: number }

/** Writes the letters of a job. The file is written whole or not at all, so a run after a crash starts from the beginning. */
export const lettersTask = defineTask({ name: 'letters.write', lane: 'letters', input, run: writeJobLetters })

async function writeJobLetters(app: App, task: TaskRun<z.infer<typeof input>>): Promise<LettersResult> {
  const { file, language, publicUrl } = task.input
  const provider = await findProvider(app, task.provider)
  const job = await jobsOf(app, task.provider).findOne({ uuid: task.input.job })
  if (!provider || !job) throw new FinalTaskError('The job was deleted: nothing was written')
  const shop = { ...app, env: { ...app.env, publicUrl } }
  const letters = await lettersOf(shop, provider, job)
  if (letters.length === 0) throw new FinalTaskError(`"${plain(job.name)}" has no pictures yet: nothing was written`)
  const place = shopAddress(shop, provider, '/')
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  const { name, orderBy } = job
  const order = { provider, language, letters, job: name, orderBy, place, now: app.clock() }
  // Drawing needs the PDF writer and the fonts, which a server loads only then.
  const { writeLetters } = await import('./writeLetters.ts')
  await writeLetters(file, order, task).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new FinalTaskError(`${file} cannot be written (${error.code})`, { cause: error })
  })
  return { letters: letters.length, without: (await countSubjects(app, job)) - letters.length }
}

const countSubjects = (app: App, { provider, uuid }: Job) => subjectsOf(app, provider).count({ jobUuid: uuid })
