import { uuid as uuidSchema } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, jsonText, type ParsedCommand, plain, runCommand, wholeNumber } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { endShare } from '../access/endShare.ts'
import { findCustomerByEmail } from '../account/collection.ts'
import { exposureLine } from '../corrections/printExposure.ts'
import { findShareExposure } from './shareExposure.ts'
import { reportShares, type ShareReport } from './shareReport.ts'

const MAX_LISTED = 1000

const USAGE = `Usage: ./portraitkit shares list [--customer <email>] [--limit <n>] [--json]
       ./portraitkit shares end <share>

What customers share with others: whose pictures, with whom, until when, and whether the link was opened; the newest first, also
what is over. "end" ends one, by the uuid that "list" prints: within a second its link and everything seen by it are refused.
What its recipients have bought stays theirs. It lists who could see pictures by it: the accounts that opened the link and see them by nothing
else, with what they downloaded or ordered; repeated, it lists them again.

  --provider <key>     the shop; optional if there is only one
  --customer <email>   list: only what this customer shares
  --limit <n>          list: the maximum number of shares; default: 100
  --json               list: as JSON

Exit code: 0 on success, 1 if there is no such shop, customer or share, 2 if the command line is invalid.`

const OPTIONS = {
  provider: { type: 'string' },
  customer: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = ParsedCommand<typeof OPTIONS>['values']

/** `./portraitkit shares`. Returns the exit code, see USAGE. */
export function sharesCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', ...rest] = positionals
    const more = what === 'end' ? rest.slice(1) : rest
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    if (what === 'list') await list(app, await shopOrOnly(app, values.provider), values)
    else if (what === 'end') await end(app, await shopOrOnly(app, values.provider), rest[0])
    else throw new CommandError(`There is no "shares ${what}"`, 2)
    return 0
  })
}

async function list(app: App, provider: Provider, { customer: email, limit = '100', json }: Values): Promise<void> {
  const max = wholeNumber(limit, '--limit', MAX_LISTED)
  const customer = email === undefined ? undefined : await findCustomerByEmail(app, provider, email)
  if (customer === null) throw new CommandError(`${provider.name} has no customer with this email address`, 1)
  const reports = await reportShares(app, provider, { ...(customer && { customer: customer._id }), limit: max })
  if (json) return console.log(jsonText(reports))
  for (const report of reports) console.log(lineOf(report))
  console.log(reports.length === 0 ? 'Nothing is shared.' : `${reports.length} listed.`)
}

function lineOf({ uuid, state, sharedBy, recipient, subjects, until, opened }: ShareReport): string {
  const names = subjects.map(({ name }) => name).join(', ')
  const seen = opened ? `opened ${opened.last.slice(0, 10)} (${opened.accounts})` : 'not opened'
  return plain(
    [uuid, state, `${sharedBy ?? '?'} -> ${recipient ?? '(forgotten)'}`, names, `until ${until}`, seen].join('  '),
  )
}

async function end(app: App, provider: Provider, uuid: string | undefined): Promise<void> {
  if (!uuid || !uuidSchema().safeParse(uuid).success) {
    throw new CommandError('Specify the share by its uuid, as "shares list" prints it', 2)
  }
  const share = await endShare({ app, provider }, uuid, 'shop')
  if (!share) throw new CommandError(`${provider.name} has no share ${uuid}`, 1)
  console.log('It is ended. Its link and everything seen by it are refused within a second.')
  const exposure = await findShareExposure(app, provider.key, share)
  for (const entry of exposure) console.log(exposureLine(entry))
  if (exposure.some(({ kind }) => kind === 'account')) return
  // How many have opened it and deleted their account since is in its line.
  console.log(`No account${share.opened ? ' that is still there' : ''} saw them by its link alone.`)
}
