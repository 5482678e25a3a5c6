import type { App } from '../app.ts'
import { CommandError, jsonText, plain, runCommand, wholeNumber } from '../command.ts'
import { shopOrOnly } from '../provider/requireShop.ts'
import { BOUNCE_DAYS, forgetBounce, listBounces } from './bounces.ts'
import type { MailBounce } from './collection.ts'

const USAGE = `Usage: ./portraitkit mails bounces [options]
       ./portraitkit mails allow <address>

"bounces" lists the addresses that a mail server has refused for good, the latest first. They get no reminders and no other
emails to many people, for ${BOUNCE_DAYS} days or until an email to them is accepted; passwords and emails about orders are still sent.
"allow" writes to an address again.

  --provider <key>   the shop; optional if there is only one
  --page <n>         bounces: the page; 1 has the latest
  --limit <n>        bounces: addresses per page; default: 50
  --json             bounces: as JSON

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = { provider: TEXT, page: TEXT, limit: TEXT, json: { type: 'boolean' } } as const

/** `./portraitkit mails`. Returns the exit code, see USAGE. */
export function mailsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', address, ...more] = positionals
    if (more.length > 0 || (what === 'bounces' && address !== undefined))
      throw new CommandError('Too many arguments', 2)
    const { key } = await shopOrOnly(app, values.provider)
    if (what === 'bounces') await list(app, key, values)
    else if (what === 'allow') await allow(app, key, address)
    else throw new CommandError(`There is no "mails ${what}"`, 2)
    return 0
  })
}

type ListOptions = { page?: string | undefined; limit?: string | undefined; json?: boolean | undefined }

async function list(app: App, key: string, { page: written = '1', limit = '50', json }: ListOptions): Promise<void> {
  const page = wholeNumber(written, '--page', 1_000_000)
  const { bounces, total, pages } = await listBounces(app, key, { page, limit: wholeNumber(limit, '--limit', 1000) })
  if (page > pages) throw new CommandError(`There is no page ${page}: the last one is page ${pages}`, 1)
  if (json) {
    console.log(jsonText(bounces.map(({ _id, provider, ...bounce }) => bounce)))
    return
  }
  for (const bounce of bounces) console.log(lineOf(bounce))
  console.log(`${bounces.length} of ${total} ${total === 1 ? 'address' : 'addresses'}, page ${page} of ${pages}.`)
}

function lineOf({ address, last, times, reply }: MailBounce): string {
  return plain([last.toISOString().slice(0, 10), address, `×${times}`, reply].join('  '))
}

async function allow(app: App, key: string, address: string | undefined): Promise<void> {
  if (address === undefined) throw new CommandError('Give an address, as "mails bounces" lists it', 2)
  if (!(await forgetBounce(app, key, address))) throw new CommandError(`No email to ${address} was refused`, 1)
  console.log(`${plain(address)} gets every email again.`)
}
