import type { App } from '../../platform/app.ts'
import { plain, readOperator } from '../../platform/command.ts'
import type { Job } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { printExposureCount } from '../jobs/subjects/printExposureCount.ts'
import { hidePictures } from './hidePictures.ts'

type Values = { reason?: string; operator?: string }

/** `./portraitkit jobs pictures <job> hide` and `show`. */
export async function hideOrShow(
  app: App,
  job: Job,
  command: 'hide' | 'show',
  pictures: readonly Picture[],
  { reason, operator }: Values,
): Promise<void> {
  const hiding = command === 'hide' ? { command, reason: reason?.trim() || null } : { command }
  const { number, changed } = await hidePictures(app, job, pictures, hiding, readOperator(operator))
  for (const { fileName } of changed)
    console.log(`${plain(fileName)}: ${command === 'hide' ? 'hidden' : 'shown again'}`)
  if (number === null) return console.log('Nothing changed: they were so already.')
  console.log(`Number ${number} of the history; "jobs undo" reverses it.`)
  if (command === 'hide') console.log('What was ordered stays as it was ordered: "orders withheld" lists it.')
  await printExposureCount(app, job, number)
}
