import * as z from 'zod'
import { type PictureWithFiles, remakePicture } from '../../imaging/derivatives/remakePicture.ts'
import type { App } from '../../platform/app.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { defineTask, FinalTaskError, type TaskRun } from '../../platform/taskKind.ts'
import { jobsOf, picturesOf } from './collection.ts'
import { isDeleted } from './days.ts'
import { listVersionsOfJob } from './pictures/pictureVersions.ts'

const input = z.object({
  /** The uuid of the job. */
  job: z.string(),
  /** Also makes the sizes again that are there. */
  all: z.boolean(),
})

/** The last file of a picture that is done, and what was counted up to it. */
const checkpoint = z.object({ after: z.string(), remade: z.number(), unusable: z.number() })

export type RemadeFiles = { pictures: number; remade: number; unusable: number }

/** Makes missing derived files of a job's pictures again, one picture after the other, in the order of their uuids. */
export const remakeFilesTask = defineTask({ name: 'jobs.files', lane: 'derivatives', input, checkpoint, run })

async function run(app: App, task: TaskRun<z.infer<typeof input>, z.infer<typeof checkpoint>>): Promise<RemadeFiles> {
  const { job, all } = task.input
  await requirePictures(app, task.provider, job)
  const pictures = await listPictures(app, task.provider, job)
  const { after, ...counts } = task.resumeFrom ?? { after: '', remade: 0, unusable: 0 }
  let done = pictures.filter((picture) => placeOf(picture) <= after).length
  for (const picture of pictures.slice(done)) {
    task.signal.throwIfAborted()
    const { outcome, written } = await remakePicture(app.blobs, picture, { all })
    if (written.length > 0) await withdrawIfDeleted(app, task, written)
    if (outcome === 'unusable') await task.log(`picture ${picture.uuid}: its original is missing or damaged`)
    if (outcome !== 'complete') {
      counts[outcome]++
      await task.checkpoint({ after: placeOf(picture), ...counts })
    }
    await task.progress(++done, pictures.length)
  }
  return { pictures: pictures.length, ...counts }
}

/** Throws FinalTaskError if the job was deleted, or its pictures are past their day. */
async function requirePictures(app: App, key: string, uuid: string): Promise<void> {
  const [provider, job] = await Promise.all([findProvider(app, key), jobsOf(app, key).findOne({ uuid })])
  if (!provider || !job) throw new FinalTaskError('The job was deleted: nothing was made')
  if (isDeleted(job, provider, app.clock()))
    throw new FinalTaskError('The pictures of the job are past their deletion date: nothing was made')
}

/** Pictures are deleted after the day has come: files that were written at the same moment must not outlive them. */
async function withdrawIfDeleted(app: App, { provider, input: { job } }: RemakeRun, written: string[]): Promise<void> {
  try {
    await requirePictures(app, provider, job)
  } catch (error) {
    for (const key of written) await app.blobs.delete(key)
    throw error
  }
}

type RemakeRun = Pick<TaskRun<z.infer<typeof input>>, 'provider' | 'input'>

const placeOf = ({ uuid, version }: PictureWithFiles) => `${uuid} ${version ?? ''}`.trim()

/** Every picture of a job with each file that it has, or had and is still stored, in one order. */
async function listPictures(app: App, provider: string, jobUuid: string): Promise<PictureWithFiles[]> {
  const projection = { uuid: 1, version: 1, format: 1, working: 1, greenscreen: 1 }
  const pictures = await picturesOf(app, provider).find({ jobUuid }, { projection }).toArray()
  const earlier = (await listVersionsOfJob(app, { provider, uuid: jobUuid })).filter(({ isGoing }) => !isGoing)
  const files = [...pictures, ...earlier.map(({ picture, ...file }) => ({ ...file, uuid: picture }))]
  const unique = new Map(
    files.map(({ uuid, version = null, format, working, greenscreen }) => {
      const file = { provider, uuid, version, format, working, greenscreen }
      return [placeOf(file), file]
    }),
  )
  return [...unique.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}
