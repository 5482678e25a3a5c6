import type { App } from '../../../platform/app.ts'
import { lineFilesOf } from '../../cart/lineKinds.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../../jobs/collection.ts'
import { followMerges } from '../../jobs/followMerges.ts'
import { isAssignedTo, type Picture } from '../../jobs/picture.ts'
import { listWithheldPictures, type WithheldPicture } from '../../jobs/pictures/decidePicture.ts'
import { ordersOf, type StoredOrder } from '../collection.ts'
import { soldLines } from '../unsoldLines.ts'
import { picturesOfOrders } from './picturesToPrint.ts'

/** A placed order with something that is not shown any more; it is produced as it was agreed to last unless the photographer acts. */
export type WithheldOrder = {
  order: StoredOrder
  /** Those of its pictures to which somebody in them objects now, or that the photographer has hidden. */
  pictures: WithheldPicture[]
  /** Those of its pictures that are of none of its subjects any more: they were moved, rejected or are another class's. */
  lost: Picture[]
  /** Those of its subjects who were withdrawn. */
  withdrawn: Subject[]
}

/**
 * The orders of a job with pictures that are withheld now or that their subjects do not have any more, or of withdrawn subjects, the newest
 * first; refunded ones are left out. Of a print that was exchanged, the pictures that production takes count.
 */
export async function listWithheldOrders(
  app: App,
  job: Job,
): Promise<{ orders: WithheldOrder[]; people: ReadonlyMap<string, Subject> }> {
  const content = await readJobContent(app, job)
  const people = new Map(content.subjects.map((subject) => [subject.uuid, subject]))
  const placed = await ordersOf(app, job.provider)
    .find({
      'content.lines.subjects.uuid': { $in: [...people.keys()] },
      confirmTime: { $ne: null },
      paymentState: { $ne: 'refunded' },
    })
    .toArray()
  const orders: WithheldOrder[] = []
  for (const order of placed) {
    const found = await withheldIn(app, order, content)
    if (found) orders.push(found)
  }
  const timeOf = ({ order }: WithheldOrder) => order.confirmTime?.getTime() ?? 0
  return { orders: orders.sort((one, other) => timeOf(other) - timeOf(one)), people }
}

/** The same of one order, for each job of which it has pictures. */
export async function findWithheldParts(
  app: App,
  provider: string,
  order: StoredOrder,
): Promise<Array<{ order: WithheldOrder; people: ReadonlyMap<string, Subject> }>> {
  const ordered = [...orderedSubjects(order)]
  const named = await subjectsOf(app, provider)
    .find({ uuid: { $in: ordered } })
    .toArray()
  const jobs = await jobsOf(app, provider)
    .find({ uuid: { $in: [...new Set(named.map(({ jobUuid }) => jobUuid))] } })
    .toArray()
  const parts = []
  for (const job of jobs) {
    const content = await readJobContent(app, job)
    const found = await withheldIn(app, order, content)
    if (found) parts.push({ order: found, people: new Map(content.subjects.map((each) => [each.uuid, each])) })
  }
  return parts
}

type JobContent = { subjects: readonly Subject[]; pictures: readonly Picture[]; withheld: readonly WithheldPicture[] }

async function readJobContent(app: App, job: Job): Promise<JobContent> {
  const ofJob = { jobUuid: job.uuid }
  const [subjects, pictures, withheld] = await Promise.all([
    subjectsOf(app, job.provider).find(ofJob).toArray(),
    picturesOf(app, job.provider).find(ofJob).toArray(),
    listWithheldPictures(app, job),
  ])
  return { subjects, pictures, withheld }
}

async function withheldIn(app: App, order: StoredOrder, job: JobContent): Promise<WithheldOrder | null> {
  const printed = await picturesOfOrders(app, order.provider, [order])
  const used = new Set([
    ...printed,
    ...soldLines(order)
      .flatMap(lineFilesOf)
      .map(({ uuid }) => uuid),
  ])
  const pictures = job.withheld.filter(({ picture }) => used.has(picture.uuid))
  const ordered = orderedSubjects(order)
  const named = job.subjects.filter(({ uuid }) => ordered.has(uuid))
  const own = [...new Set(named.map((subject) => followMerges(subject, job.subjects)))]
  const withdrawn = own.filter((subject) => subject.withdrawn)
  const lost = job.pictures.filter(
    ({ uuid, assignment }) => used.has(uuid) && !own.some((subject) => isAssignedTo(assignment, subject)),
  )
  return pictures.length + lost.length + withdrawn.length > 0 ? { order, pictures, lost, withdrawn } : null
}

const orderedSubjects = (order: StoredOrder) =>
  new Set(soldLines(order).flatMap((line) => line.subjects.map(({ uuid }) => uuid)))
