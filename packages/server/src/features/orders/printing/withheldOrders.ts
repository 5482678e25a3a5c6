import type { App } from '../../../platform/app.ts'
import type { PricedLine } from '../../cart/lineKinds.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../../jobs/collection.ts'
import { isAssignedTo, type Picture } from '../../jobs/picture.ts'
import { listWithheldPictures, type WithheldPicture } from '../../jobs/pictures/decidePicture.ts'
import { followMerges } from '../../jobs/subjects/mergedSubjects.ts'
import { ordersOf, type StoredOrder } from '../collection.ts'
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
  const subjects = await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const people = new Map<string, Subject>(subjects.map((subject) => [subject.uuid, subject]))
  const withheld = await listWithheldPictures(app, job)
  const stored = await picturesOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const placed = await ordersOf(app, job.provider)
    .find({
      'content.lines.subjects.uuid': { $in: [...people.keys()] },
      confirmTime: { $ne: null },
      paymentState: { $ne: 'refunded' },
    })
    .toArray()
  const orders: WithheldOrder[] = []
  for (const order of placed) {
    const { lines } = order.content
    const printed = await picturesOfOrders(app, job.provider, [order])
    const used = new Set([...printed, ...lines.flatMap(downloadedFiles)])
    const pictures = withheld.filter(({ picture }) => used.has(picture.uuid))
    const ordered = new Set(lines.flatMap((line) => line.subjects.map(({ uuid }) => uuid)))
    const named = subjects.filter(({ uuid }) => ordered.has(uuid))
    const own = [...new Set(named.map((subject) => followMerges(subject, subjects)))]
    const withdrawn = own.filter((subject) => subject.withdrawn)
    const lost = stored.filter(
      ({ uuid, assignment }) => used.has(uuid) && !own.some((subject) => isAssignedTo(assignment, subject)),
    )
    if (pictures.length + lost.length + withdrawn.length > 0) orders.push({ order, pictures, lost, withdrawn })
  }
  const timeOf = ({ order }: WithheldOrder) => order.confirmTime?.getTime() ?? 0
  return { orders: orders.sort((one, other) => timeOf(other) - timeOf(one)), people }
}

function downloadedFiles(line: PricedLine): string[] {
  if (line.kind === 'digital') return line.files.map(({ uuid }) => uuid)
  if (line.kind === 'package') return line.pieces.flatMap(({ files }) => files.map(({ uuid }) => uuid))
  return []
}
