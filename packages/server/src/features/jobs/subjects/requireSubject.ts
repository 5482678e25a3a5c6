import type { App } from '../../../platform/app.ts'
import { CommandError, plain } from '../../../platform/command.ts'
import { type Job, type Subject, subjectsOf } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import { fold } from '../roster.ts'

/**
 * The subject of a job with this uuid, key or whole name; whoever they are one person with, if they are, unless it is asked for itself. If
 * several fit, none is guessed: the message lists them.
 */
export async function requireSubject(
  app: App,
  job: Job,
  named: string | undefined,
  { itself = false }: { itself?: boolean } = {},
): Promise<Subject> {
  const word = fold(named?.trim() ?? '')
  if (word === '') throw new CommandError('Give the key, uuid or whole name of a subject', 2)
  const subjects = await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const fitting = subjects.filter(({ uuid, key, name }) => uuid === word || key === word || fold(name) === word)
  const found = itself ? fitting : [...new Set(fitting.map((subject) => followMerges(subject, subjects)))]
  const [subject, ...more] = found
  const about = `"${plain(job.name)}" (${job.year})`
  if (!subject) throw new CommandError(`${about} has nobody with the key, uuid or whole name "${named}"`, 1)
  if (more.length > 0) {
    const list = found.map(({ uuid, key, name, group }) => `${uuid}  ${key}  ${plain(name)}  ${plain(group)}`)
    throw new CommandError(`${about} has several who fit "${named}": give the uuid of one\n${list.join('\n')}`, 1)
  }
  return subject
}

/** Also those that nobody is in any more: somebody may go back. */
const groupsOf = ({ group, earlierGroups }: Pick<Subject, 'group' | 'earlierGroups'>) => [
  group,
  ...(earlierGroups ?? []),
]

/** A group of a job as it is stored; upper and lower case count only if two groups differ by nothing else. */
export async function requireGroup(app: App, job: Job, named: string): Promise<string> {
  const subjects = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid }, { projection: { group: 1, earlierGroups: 1 } })
    .toArray()
  const hidden = (job.hiddenGroups ?? []).map(({ group }) => group)
  const groups = [...new Set([...subjects.flatMap(groupsOf), ...hidden])].sort()
  if (groups.includes(named)) return named
  const [group, ...more] = groups.filter((each) => fold(each) === fold(named.trim()))
  if (group !== undefined && more.length === 0) return group
  const list = groups.map(plain).join(', ')
  throw new CommandError(`"${plain(job.name)}" (${job.year}) has no group "${named}"; it has ${list}`, 1)
}
