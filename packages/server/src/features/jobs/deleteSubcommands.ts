import { createInterface } from 'node:readline/promises'
import { CommandError, plain, subcommands } from '../../platform/command.ts'
import type { DeletionEntry } from '../../platform/feature.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { counted } from './counted.ts'
import { deleteSubject } from './deleteSubject.ts'
import { requireJob } from './requireJob.ts'
import { requireSubject } from './requireSubject.ts'

const OPTIONS = { provider: { type: 'string' }, year: { type: 'string' }, yes: { type: 'boolean' } } as const

/** `./portraitkit jobs delete-subject`. */
export const deleteSubcommands = subcommands({
  words: ['delete-subject'],
  help: {
    lines: ['jobs delete-subject <job> <subject> [--yes]'],
    about: `"delete-subject" deletes somebody for good: pictures of nobody else with all their files, codes, access, shares, designs, cart lines,
contacts and history. Pictures with others are hidden until you decide. Orders stay, because the law requires them. It cannot be undone; if it is
interrupted, repeat it. The receipt says what went and what stays. See docs/guide/consent.md.`,
    options: ['  --yes              delete-subject: does not ask'],
  },
  options: OPTIONS,
  run: async ({ values, positionals: [, named, subjectName, ...more] }, app) => {
    if (more.length > 0)
      throw new CommandError(`Too many arguments: ${more.join(' ')}; a name of several words needs quotes`, 2)
    const provider = await shopOrOnly(app, values.provider)
    const job = await requireJob(app, provider, named, values.year)
    const { uuid, name, group } = await requireSubject(app, job, subjectName)
    const who = `${plain(name)}${group ? ` (${plain(group)})` : ''}`
    if (!values.yes) await ask(`Delete ${who} from "${plain(job.name)}" (${job.year}) for good? Type "yes": `)
    const deletion = await deleteSubject(app, provider, job, uuid)
    if (deletion.outcome === 'unknown') throw new CommandError(`${who} no longer exists`, 1)
    if (deletion.outcome === 'to print')
      throw new CommandError(
        `${counted(deletion.pictures, 'picture')} of ${who} ${deletion.pictures === 1 ? 'is' : 'are'} paid for and not printed yet: print or refund the orders first. Until then "jobs withdraw" shows nothing of them. Nothing was changed`,
        1,
      )
    console.log(receiptOf(who, deletion.entries))
  },
})

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('A deletion in a script needs --yes', 2)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question).finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was deleted', 1)
}

function receiptOf(who: string, entries: readonly DeletionEntry[]): string {
  const lines = entries.filter(({ count }) => count > 0)
  const gone = lines.filter(({ stays }) => stays === undefined)
  const left = lines.filter(({ stays }) => stays !== undefined)
  return [
    `${who} is deleted. Deleted:`,
    ...gone.map(({ what, count }) => `  ${count} × ${what}`),
    left.length > 0 ? 'Stays:' : 'Nothing stays.',
    ...left.map(({ what, count, stays }) => `  ${count} × ${what}: ${stays}`),
    'Backups contain the deleted until they are deleted themselves; restoring one deletes it again.',
  ].join('\n')
}
