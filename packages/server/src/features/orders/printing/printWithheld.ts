import type { App } from '../../../platform/app.ts'
import { plain } from '../../../platform/command.ts'
import type { Job } from '../../jobs/collection.ts'
import type { Assignment } from '../../jobs/picture.ts'
import { objectionText } from '../../jobs/pictures/objectionText.ts'
import { summaryLine } from '../orderReport.ts'
import { listWithheldOrders } from './withheldOrders.ts'

/** `./portraitkit orders withheld <job>`: what was ordered of pictures and people that are not shown any more. */
export async function printWithheldOrders(app: App, job: Job): Promise<void> {
  const { orders, people } = await listWithheldOrders(app, job)
  const nameOf = (uuid: string) => {
    const subject = people.get(uuid)
    return subject ? `${plain(subject.name)} (${plain(subject.group)})` : uuid
  }
  for (const { order, pictures, lost, withdrawn } of orders) {
    console.log(summaryLine(order))
    for (const { uuid } of withdrawn) console.log(`    ${nameOf(uuid)}: withdrawn`)
    for (const { picture, objections } of pictures) {
      const who = objections.map((each) => `${nameOf(each.subject)}: ${objectionText(each)}`)
      console.log(`    ${[plain(picture.fileName), ...(who.length > 0 ? who : ['hidden'])].join('  ')}`)
    }
    for (const { fileName, assignment } of lost)
      console.log(`    ${plain(fileName)}  not theirs any more: ${ownersText(assignment, nameOf)}`)
  }
  console.log(orders.length === 1 ? '1 order.' : `${orders.length} orders.`)
}

function ownersText(assignment: Assignment, nameOf: (uuid: string) => string): string {
  if (assignment.to === 'subjects') return `of ${assignment.subjects.map(({ uuid }) => nameOf(uuid)).join(', ')}`
  if (assignment.to === 'groups') return `of group ${assignment.groups.map(plain).join(', ')}`
  return assignment.to === 'rejected' ? 'rejected' : 'of nobody'
}
