import type { ImportWarning } from './importReport.ts'
import type { StoredPerson } from './plannedPerson.ts'
import type { RosterPlan } from './rosterPlan.ts'

/**
 * The lines with a code that opens somebody else of the job, whose own line has another one: letters with it may be with either family, so the import
 * lets it open nobody.
 */
export function disputedCodeWarnings({ people }: RosterPlan, stored: readonly StoredPerson[]): ImportWarning[] {
  const codeOf = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row.code] as const] : [])))
  return people.flatMap(({ row, subject }) => {
    const holders = stored.filter(({ uuid, openCodes }) => uuid !== subject?.uuid && openCodes.includes(row.code ?? ''))
    const isDisputed = holders.every(({ uuid }) => codeOf.get(uuid) && codeOf.get(uuid) !== row.code)
    if (holders.length === 0 || !isDisputed) return []
    const names = holders.map(({ name, key }) => `${name} ("${key}")`).join(' and ')
    const text = `(${row.name}) has the code that opens ${names} now, whose line has another one: the import lets it open nobody, because either family may have a letter with it, until "jobs give-code" says whose it is`
    return [{ line: row.line, text }]
  })
}
