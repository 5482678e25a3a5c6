import { counted } from '../jobs/counted.ts'
import { followedDetails } from '../jobs/subjects/rosterDetails.ts'
import type { ImportWarning } from './importReport.ts'
import type { PlannedPerson } from './plannedPerson.ts'
import type { RosterPlan } from './rosterPlan.ts'

/**
 * People about whom the roster says that somebody must not be reached, and of whom addresses are stored that it does not give again: an import
 * removes none, because the list does not say whose each of them is.
 */
export function restrictedWarnings({ people }: Pick<RosterPlan, 'people'>): ImportWarning[] {
  return people.flatMap((planned) => {
    const { row } = planned
    const { emails, phones } = storedBefore(planned)
    if (!row.isRestricted || emails + phones === 0) return []
    const counts = [
      ...(emails > 0 ? [counted(emails, 'address', 'addresses')] : []),
      ...(phones > 0 ? [counted(phones, 'number')] : []),
    ]
    const areSeveral = emails + phones > 1
    const advice = `"jobs details" shows and removes ${areSeveral ? 'them' : 'it'}`
    const outcome = areSeveral ? 'which stay and are used' : 'which stays and is used'
    const text = `(${row.name}) is restricted by this list, but has ${counts.join(' and ')} from earlier, ${outcome}: ${advice}`
    return [{ line: row.line, text }]
  })
}

/** How many addresses and numbers stay that are not in the row itself. */
function storedBefore({ row, subject }: PlannedPerson): { emails: number; phones: number } {
  if (!subject) return { emails: 0, phones: 0 }
  const { contact, guardians = subject.guardians } = followedDetails(subject, row).details
  const [all, ofRow] = [guardians ?? [], row.guardians ?? []]
  const emails = new Set([contact.email, ...(contact.others ?? []), ...all.flatMap((each) => each.emails)])
  const phones = new Set([contact.phone, ...all.map(({ phone }) => phone)])
  const stayingIn = (stored: ReadonlySet<string | null | undefined>, read: readonly (string | null | undefined)[]) =>
    [...stored].filter((each) => each && !read.includes(each)).length
  return {
    emails: stayingIn(emails, row.emails),
    phones: stayingIn(phones, [row.phone, ...ofRow.map(({ phone }) => phone)]),
  }
}
