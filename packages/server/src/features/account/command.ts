import type { App } from '../../platform/app.ts'
import { CommandError, runCommand } from '../../platform/command.ts'
import { isOperatorName, MAX_OPERATOR_LETTERS } from '../../platform/operatorName.ts'
import { requireShop } from '../../platform/provider/requireShop.ts'
import { SIMULATION_LINK_MS, simulationLink } from './sessions/actAsCustomer.ts'

const USAGE = `Usage: ./portraitkit simulate <email> --provider <key> --operator <name>

Prints a link that signs you in as the customer with this email address. It works once, within ${SIMULATION_LINK_MS / 60_000} minutes.
What you change is recorded under your name. You cannot change the password, export the data or delete the account.

  --provider <key>    the shop
  --operator <name>   who you are

Exit code: 0 on success, 1 if there is no such shop or customer, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' }, operator: { type: 'string' } } as const

/** `./portraitkit simulate`. Returns the exit code, see USAGE. */
export function simulateCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [email = '', ...more] = positionals
    const operator = values.operator?.trim() ?? ''
    if (email === '') throw new CommandError("Give the customer's email address", 2)
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    if (!values.provider) throw new CommandError('Name the shop with --provider', 2)
    if (!isOperatorName(operator)) {
      throw new CommandError(`Say who you are with --operator, in at most ${MAX_OPERATOR_LETTERS} characters`, 2)
    }
    const provider = await requireShop(app, values.provider)
    const link = await simulationLink(app, provider, email, operator)
    if (!link) throw new CommandError(`${provider.name} has no customer with this email address`, 1)
    console.log(link)
    return 0
  })
}
