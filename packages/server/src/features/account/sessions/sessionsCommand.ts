import type { App } from '../../../platform/app.ts'
import { CommandError, runCommand } from '../../../platform/command.ts'
import { requireShop } from '../../../platform/provider/requireShop.ts'
import { findCustomerByEmail } from '../collection.ts'
import { endSessions } from './sessions.ts'

const USAGE = `Usage: ./portraitkit sessions end <email> --provider <key>
       ./portraitkit sessions end --all --provider <key>

Signs a customer out on every device, or with --all every customer of the shop: for a stolen device, or after an attack. Operators
who act as a customer are signed out too. Passwords stay as they are.

  --provider <key>   the shop
  --all              every customer of the shop

Exit code: 0 on success, 1 if there is no such shop or customer, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' }, all: { type: 'boolean' } } as const

/** `./portraitkit sessions`. Returns the exit code, see USAGE. */
export function sessionsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [verb, email, ...more] = positionals
    if (verb !== 'end') throw new CommandError('Specify what to do: sessions end', 2)
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    if ((email === undefined) === (values.all === undefined)) {
      throw new CommandError('Specify the customer by email address, or --all', 2)
    }
    if (!values.provider) throw new CommandError('Specify the shop with --provider', 2)
    const provider = await requireShop(app, values.provider)
    const customer = email === undefined ? null : await findCustomerByEmail(app, provider, email)
    if (email !== undefined && !customer) {
      throw new CommandError(`${provider.name} has no customer with this email address`, 1)
    }
    const ended = await endSessions(app, provider, customer?._id)
    console.log(`${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.`)
    return 0
  })
}
