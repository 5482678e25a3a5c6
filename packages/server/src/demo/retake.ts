import { jobsOf, picturesOf, subjectsOf } from '../features/jobs/collection.ts'
import { ordersOf } from '../features/orders/collection.ts'
import { picturesOfOrders } from '../features/orders/printing/picturesToPrint.ts'
import { createRetake } from '../features/retakes/createRetake.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'

const DAYS_TO_DECIDE = 14

/** A picture of the child of an order that was ordered, and another one of the child that counts as its retake. */
export async function seedRetake(app: App, provider: Provider, order: string): Promise<void> {
  const stored = await ordersOf(app, provider.key).findOne({ _id: order })
  const child = stored?.content.lines[0]?.subjects[0]?.uuid ?? ''
  const subject = await subjectsOf(app, provider.key).findOne({ uuid: child })
  const job = subject && (await jobsOf(app, provider.key).findOne({ uuid: subject.jobUuid }))
  const pictures = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': child }).toArray()
  const printed = new Set(stored ? await picturesOfOrders(app, provider.key, [stored]) : [])
  const own = pictures.filter(({ assignment }) => assignment.to === 'subjects' && assignment.subjects.length === 1)
  const before = own.find(({ uuid }) => printed.has(uuid))
  const others = own.filter((picture) => picture !== before)
  const after = others.find(({ uuid }) => !printed.has(uuid)) ?? others[0]
  if (!job || !before || !after) throw new Error('The demo world has no picture for a retake')
  const until = new Date(app.clock().getTime() + DAYS_TO_DECIDE * 24 * 60 * 60_000)
  await createRetake(app, provider, job, {
    subject,
    pictures: [{ before, after }],
    reason: null,
    by: null,
    until,
    notifies: false,
  })
}
