import { createInterface } from 'node:readline/promises'
import type { App } from '../../../platform/app.ts'
import { CommandError, plain, subcommands } from '../../../platform/command.ts'
import { RETENTION_DAYS } from '../../../platform/deletions/collection.ts'
import type { DeletionEntry } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { shopOrOnly } from '../../../platform/provider/requireShop.ts'
import { SECURITY_LOG_DAYS } from '../../../platform/security/collection.ts'
import type { Job } from '../collection.ts'
import { counted } from '../counted.ts'
import { requireAnyJob, requireJob } from '../requireJob.ts'
import { requireSubject } from '../subjects/requireSubject.ts'
import { deleteJob, previewDeletion } from './deleteJob.ts'
import { deleteSubject } from './deleteSubject.ts'

const OPTIONS = { provider: { type: 'string' }, year: { type: 'string' }, yes: { type: 'boolean' } } as const

/** `./portraitkit jobs delete` and `jobs delete-subject`. */
export const deleteSubcommands = subcommands({
  words: ['delete', 'delete-subject'],
  help: {
    lines: ['jobs delete <job> [--yes]', 'jobs delete-subject <job> <subject> [--yes]'],
    about: `"delete-subject" deletes somebody for good: pictures of nobody else with all their files, codes, access, shares, designs, cart lines,
contacts and history. Pictures with others are hidden until you decide. Orders stay, because the law requires them. "delete" deletes a
whole job: everybody in it, all its pictures, its history and the job itself; without --yes it only lists what it would delete. It
cannot be undone; if it is interrupted, repeat it. The receipt says what went and what stays. See docs/guide/consent.md.`,
    options: ['  --yes              delete: does it; delete-subject: does not ask'],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [what, named, ...args] }, app) => {
    const more = args.slice(what === 'delete' ? 0 : 1)
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const isConfirmed = values.yes ?? false
    if (what === 'delete') {
      await deleteWhole(app, provider, await requireAnyJob(app, provider, named, values.year), isConfirmed)
    } else {
      const job = await requireJob(app, provider, named, values.year)
      await deleteOne(app, provider, job, args[0], isConfirmed)
    }
  },
})

async function deleteWhole(app: App, provider: Provider, job: Job, isConfirmed: boolean): Promise<void> {
  const about = `"${plain(job.name)}" (${job.year})`
  if (!isConfirmed) {
    const { toPrint, entries } = await previewDeletion(app, provider, job)
    refuseToPrint(toPrint, about, 'unpublish')
    console.log(previewOf(about, entries))
    return
  }
  const deletion = await deleteJob(app, provider, job.uuid)
  if (deletion.outcome === 'unknown') throw new CommandError(`${about} no longer exists`, 1)
  if (deletion.outcome === 'to print') refuseToPrint(deletion.pictures, about, 'unpublish')
  else console.log(receiptOf(about, deletion.entries))
}

async function deleteOne(app: App, provider: Provider, job: Job, named: string | undefined, isConfirmed: boolean) {
  const { uuid, name, group } = await requireSubject(app, job, named)
  const who = `${plain(name)}${group ? ` (${plain(group)})` : ''}`
  if (!isConfirmed) await ask(`Delete ${who} from "${plain(job.name)}" (${job.year}) for good? Type "yes": `)
  const deletion = await deleteSubject(app, provider, job, uuid)
  if (deletion.outcome === 'unknown') throw new CommandError(`${who} no longer exists`, 1)
  if (deletion.outcome === 'to print') refuseToPrint(deletion.pictures, who, 'withdraw')
  else console.log(receiptOf(who, deletion.entries))
}

function refuseToPrint(count: number, whose: string, instead: 'withdraw' | 'unpublish'): void {
  if (count === 0) return
  throw new CommandError(
    `${counted(count, 'picture')} of ${whose} ${count === 1 ? 'is' : 'are'} paid for and not printed yet, or being paid for: print or refund the orders first, or wait for the payment. Until then "jobs ${instead}" shows nothing of them. Nothing was changed`,
    1,
  )
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('A deletion in a script needs --yes', 2)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question).finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was deleted', 1)
}

function previewOf(what: string, entries: readonly DeletionEntry[]): string {
  const { gone, left } = linesOf(entries)
  return [
    `${what} would be deleted for good:`,
    ...gone,
    'With it go cart lines, unfinished designs and packages, choices about reminders, cards, emails that wait and the history.',
    ...(left.length > 0 ? ['Stays:', ...left] : []),
    'Nothing was deleted: --yes does it.',
  ].join('\n')
}

function receiptOf(what: string, entries: readonly DeletionEntry[]): string {
  const { gone, left } = linesOf(entries)
  return [
    `${what} is deleted. Deleted:`,
    ...gone,
    left.length > 0 ? 'Stays:' : 'Nothing stays.',
    ...left,
    ...IDS_STAY,
    'Backups contain the deleted until they are deleted themselves; restoring one deletes it again.',
  ].join('\n')
}

/** What names nobody, and stays for a reason. */
const IDS_STAY = [
  `Ids alone stay in the security log, for ${SECURITY_LOG_DAYS} days, and in the records of what was deleted or withheld, for ${RETENTION_DAYS} days, so that a restored backup shows nothing of it.`,
  'A code that opened nobody else opens nobody any more, and is never given to anybody, because a letter with it may still be somewhere.',
]

function linesOf(entries: readonly DeletionEntry[]): { gone: string[]; left: string[] } {
  const counts = entries.filter(({ count }) => count > 0)
  return {
    gone: counts.flatMap(({ what, count, stays }) => (stays === undefined ? [`  ${count} × ${what}`] : [])),
    left: counts.flatMap(({ what, count, stays }) => (stays === undefined ? [] : [`  ${count} × ${what}: ${stays}`])),
  }
}
