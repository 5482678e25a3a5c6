import type { App } from '../../../platform/app.ts'
import { CommandError, plain } from '../../../platform/command.ts'
import { type Job, picturesOf } from '../collection.ts'
import type { Picture } from '../picture.ts'

/** The picture of a job with this uuid or file name. If several have the name, the message lists them. */
export async function requirePicture(app: App, job: Job, named: string): Promise<Picture> {
  const pictures = await picturesOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const found = pictures.filter(({ uuid, fileName }) => uuid === named || fileName === named)
  const [picture, ...more] = found
  const about = `"${plain(job.name)}" (${job.year})`
  if (!picture) throw new CommandError(`${about} has no picture "${named}"`, 1)
  if (more.length > 0) {
    const list = found.map(({ uuid, assignment }) => `${uuid}  of ${assignment.to}`)
    throw new CommandError(`${about} has several pictures "${named}": give the uuid of one\n${list.join('\n')}`, 1)
  }
  return picture
}
