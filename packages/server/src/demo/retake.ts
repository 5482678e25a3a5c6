import { jobsOf, picturesOf, subjectsOf } from '../features/jobs/collection.ts'
import type { Picture } from '../features/jobs/picture.ts'
import { ordersOf } from '../features/orders/collection.ts'
import { picturesOfOrders } from '../features/orders/picturesToPrint.ts'
import { createRetake } from '../features/retakes/createRetake.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'

const DAYS_TO_ANSWER = 14

/** A picture of a child that was ordered, and another one that counts as its retake. */
export async function seedRetake(app: App, provider: Provider, child: string): Promise<void> {
  const [orders, subject, pictures] = await Promise.all([
    ordersOf(app, provider.key).find({ 'content.lines.subjects.uuid': child }).toArray(),
    subjectsOf(app, provider.key).findOne({ uuid: child }),
    picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': child }).toArray(),
  ])
  const job = subject && (await jobsOf(app, provider.key).findOne({ uuid: subject.jobUuid }))
  const printed = new Set(await picturesOfOrders(app, provider.key, orders))
  const own = pictures.filter(({ assignment }) => assignment.to === 'subjects' && assignment.subjects.length === 1)
  const [before] = own.filter(({ uuid }) => printed.has(uuid))
  const [after] = own.filter((picture: Picture) => !printed.has(picture.uuid))
  if (!job || !before || !after) throw new Error('The demo world has no picture for a retake')
  const until = new Date(app.clock().getTime() + DAYS_TO_ANSWER * 24 * 60 * 60_000)
  await createRetake(app, provider, job, { subject, pictures: [{ before, after }], reason: null, by: null, until })
}
