import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { App } from '../../../platform/app.ts'
import { plain } from '../../../platform/command.ts'
import type { Job, Subject } from '../../jobs/collection.ts'
import type { Assignment } from '../../jobs/picture.ts'
import { objectionText } from '../../jobs/pictures/objectionText.ts'
import type { StoredOrder } from '../collection.ts'
import { summaryLine, unsoldNames } from '../orderReport.ts'
import { findWithheldParts, listWithheldOrders, type WithheldOrder } from './withheldOrders.ts'

/** `./portraitkit orders withheld <job>`: what was ordered of pictures and people that are not shown any more. */
export async function printWithheldOrders(app: App, job: Job): Promise<void> {
  const { orders, people } = await listWithheldOrders(app, job)
  for (const each of orders) console.log([summaryLine(each.order), ...reasonsOf(each, people)].join('\n'))
  console.log(orders.length === 1 ? '1 order.' : `${orders.length} orders.`)
}

/** Says on stderr which lines of an order are left out of its print. */
export function nameUnsold(order: StoredOrder): void {
  const names = unsoldNames(order)
  if (names.length === 0) return
  const number = orderNumber(order._id)
  console.error(
    [`Left out of ${number}, because its buyer had lost the pictures before the payment:`, ...names].join('\n    '),
  )
}

/** Says on stderr what an order that is printed contains of pictures and people that are not shown any more. */
export async function warnOfWithheld(app: App, provider: string, order: StoredOrder): Promise<void> {
  const parts = await findWithheldParts(app, provider, order)
  if (parts.length === 0) return
  const reasons = parts.flatMap((part) => reasonsOf(part.order, part.people))
  const number = orderNumber(order._id)
  console.error([`Look before you send it: ${number} contains what is not shown any more.`, ...reasons].join('\n'))
}

/** A line for each person and picture. */
function reasonsOf({ pictures, lost, withdrawn }: WithheldOrder, people: ReadonlyMap<string, Subject>): string[] {
  const nameOf = (uuid: string) => {
    const subject = people.get(uuid)
    return subject ? `${plain(subject.name)} (${plain(subject.group)})` : uuid
  }
  const hidden = pictures.map(({ picture, objections }) => {
    const who = objections.map((each) => `${nameOf(each.subject)}: ${objectionText(each)}`)
    return [plain(picture.fileName), ...(who.length > 0 ? who : ['hidden'])].join('  ')
  })
  const moved = lost.map(
    ({ fileName, assignment }) => `${plain(fileName)}  not theirs any more: ${ownersText(assignment, nameOf)}`,
  )
  return [...withdrawn.map(({ uuid }) => `${nameOf(uuid)}: withdrawn`), ...hidden, ...moved].map(
    (line) => `    ${line}`,
  )
}

function ownersText(assignment: Assignment, nameOf: (uuid: string) => string): string {
  if (assignment.to === 'subjects') return `of ${assignment.subjects.map(({ uuid }) => nameOf(uuid)).join(', ')}`
  if (assignment.to === 'groups') return `of group ${assignment.groups.map(plain).join(', ')}`
  return assignment.to === 'rejected' ? 'rejected' : 'of nobody'
}
