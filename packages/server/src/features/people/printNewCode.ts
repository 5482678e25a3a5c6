import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { CurrentAccess } from '../access/endAccess.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { counted } from '../jobs/counted.ts'
import { dayInShop } from '../jobs/days.ts'
import { giveNewCode, previewEndOfAccess } from './giveNewCode.ts'
import { maskAddress } from './maskAddress.ts'

export type NewCodeOptions = { by: string | null; endsAccess: boolean; alone: boolean; isConfirmed: boolean }

/** `./portraitkit jobs new-code <job> <subject>`. */
export async function printNewCode(
  app: App,
  provider: Provider,
  job: Job,
  subject: Subject,
  { by, endsAccess, alone, isConfirmed }: NewCodeOptions,
): Promise<void> {
  const preview = await previewEndOfAccess(app, provider, subject, { alone })
  if (endsAccess && !isConfirmed) {
    await printAccess(app, provider, preview, 'would be ended')
    throw new CommandError('Nothing was changed. Repeat it with --yes to end the code and all access', 1)
  }
  const given = await giveNewCode(app, provider, job, subject, { by, endsAccess, alone })
  for (const { code, subjects, before } of given.codes) {
    const names = await namesOf(app, provider, subjects)
    console.log(`${names} ${subjects.length === 1 ? 'has' : 'have'} the new code ${formatCode(code)}.`)
    if (subjects.length > 1) console.log('It opens all of them, as the one before did.')
    const earlier = alone ? 'No code of others opens their pictures any more.' : 'There was no code before.'
    console.log(before ? 'The code before it opens nothing from now on.' : earlier)
  }
  console.log(
    'Letters have to be printed again. Emails that wait to be sent are written again with the new code, or dropped.',
  )
  if (given.ended) await printAccess(app, provider, given.ended, 'is ended')
  else if (preview.accounts.length > 0) {
    const accounts = new Set(preview.accounts.map(({ customer }) => customer)).size
    console.log(`${counted(accounts, 'account')} that may see them already still can: --end-access ends that.`)
  }
}

async function printAccess(app: App, provider: Provider, access: CurrentAccess, what: string): Promise<void> {
  const day = (time: Date) => dayInShop(time, provider)
  const address = (email: string | null | undefined) => plain(email ? maskAddress(email) : '(unknown)')
  console.log(`Access that ${what}:`)
  for (const { email, subject, granted, source } of access.accounts) {
    const by = source === 'share' ? '  by a share' : ''
    console.log(`account  ${address(email)}  ${await namesOf(app, provider, [subject])}  since ${day(granted)}${by}`)
  }
  for (const { email, recipient, ends, isWhole } of access.shares) {
    const rest = isWhole ? '' : '  (of others, too: these stay)'
    console.log(`share  ${address(email)} -> ${address(recipient)}  until ${day(ends)}${rest}`)
  }
  if (access.accounts.length === 0) console.log('Nobody has access.')
}

async function namesOf(app: App, provider: Provider, uuids: readonly string[]): Promise<string> {
  const subjects = await subjectsOf(app, provider.key)
    .find({ uuid: { $in: [...uuids] } })
    .toArray()
  const names = uuids.map((uuid) => subjects.find((subject) => subject.uuid === uuid)?.name ?? 'somebody deleted')
  return plain(new Intl.ListFormat('en', { type: 'conjunction' }).format(names))
}
