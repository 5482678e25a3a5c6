import type { App } from '../../platform/app.ts'
import { CommandError, runCommand } from '../../platform/command.ts'
import { requireShop } from '../../platform/provider/requireShop.ts'
import { isOperatorName, MAX_OPERATOR_LETTERS, SIMULATION_LINK_MS, simulationLink } from './simulation.ts'

const USAGE = `Usage: ./portraitkit simulate <e-mail> --provider <key> --operator <name>

Prints a link that signs you in as the customer with this e-mail address, once, within ${SIMULATION_LINK_MS / 60_000} minutes.
What you change there is recorded with your name; password, export and deletion are the customer's alone.

  --provider <key>    the shop
  --operator <name>   who you are

Answers 0 when there is a link, 1 when there is no such shop or customer, 2 when the command cannot be read.`

const OPTIONS = { provider: { type: 'string' }, operator: { type: 'string' } } as const

/** `./portraitkit simulate`. Answers the exit code, see USAGE. */
export function simulateCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [email = '', ...more] = positionals
    const operator = values.operator?.trim() ?? ''
    if (email === '') throw new CommandError('Name the customer by e-mail address', 2)
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}`, 2)
    if (!values.provider) throw new CommandError('Name the shop with --provider', 2)
    if (!isOperatorName(operator)) {
      throw new CommandError(`Say who you are with --operator, in at most ${MAX_OPERATOR_LETTERS} letters`, 2)
    }
    const provider = await requireShop(app, values.provider)
    const link = await simulationLink(app, provider, email, operator)
    if (!link) throw new CommandError(`${provider.name} has no customer with this e-mail address`, 1)
    console.log(link)
    return 0
  })
}
