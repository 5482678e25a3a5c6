import { plain } from '../../platform/command.ts'
import { counted } from '../jobs/counted.ts'
import type { HistoryEntry, HistoryPerson } from './history.ts'

/** A line of the history as `jobs history` prints it. */
export function historyLine(entry: HistoryEntry): string {
  const { number, at, by, command, reverses, reversedBy } = entry
  const what = command === 'undo' ? `undo of ${reverses}` : command
  const undone = reversedBy === undefined ? '' : `  undone by ${reversedBy}`
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  return `${number}  ${time} UTC  ${what}  ${plain(contentOf(entry))}  ${plain(by ?? 'unknown')}${undone}`
}

function contentOf({ people, pictures, command }: HistoryEntry): string {
  // With whom somebody became one person says of both what changed.
  const merged = people.filter(({ after }) => after.merged)
  const named = merged.length > 0 ? merged : people
  if (named.length > 0) return named.map(personText).join(', ')
  const isOfPictures = ['import', 'move', 'add', 'reject', 'hide', 'show', 'replace'].includes(command) || pictures > 0
  return isOfPictures ? counted(pictures, 'picture') : 'what is no longer stored'
}

function personText({ name, into, before, after }: HistoryPerson): string {
  const who = name ?? 'somebody deleted'
  if (after.merged) return `${who} is ${into ?? 'somebody deleted'}`
  if (before.name !== undefined) return `${before.name} → ${after.name}`
  if (before.group !== undefined) return `${who}: ${before.group || 'no class'} → ${after.group}`
  if (!('consent' in after)) return who
  const [earlier, later] = [before.consent ?? {}, after.consent ?? {}]
  const purposes = Object.keys({ ...earlier, ...later }) as (keyof typeof later)[]
  const changed = purposes.filter((purpose) => earlier[purpose]?.at.getTime() !== later[purpose]?.at.getTime())
  return `${who}: ${changed.map((purpose) => `${purpose} ${later[purpose]?.answer ?? 'not asked'}`).join(', ')}`
}
