import { parseArgs } from 'node:util'
import { SIMULATION_LINK_MS, simulationLink } from '../account/simulation.ts'
import type { App } from '../app.ts'
import { findProvider, listProviders } from '../provider/collection.ts'

const USAGE = `Usage: ./portraitkit simulate <e-mail> --provider <key> --operator <name>

Prints a link that signs you in as the customer with this e-mail address, once, within ${SIMULATION_LINK_MS / 60_000} minutes.
What you change there is recorded with your name; password, export and deletion are the customer's alone.

  --provider <key>    the shop
  --operator <name>   who you are

Answers 0 when there is a link, 1 when there is no such shop or customer, 2 when the command cannot be read.`

/** `./portraitkit simulate`. Answers the exit code, see USAGE. */
export async function simulateCommand(argv: string[], app: App): Promise<number> {
  const read = readArguments(argv)
  if (typeof read === 'string') {
    console.error(`${read}.\n\n${USAGE}`)
    return 2
  }
  if (read.help) {
    console.log(USAGE)
    return 0
  }
  const provider = await findProvider(app, read.provider)
  if (!provider) {
    const keys = (await listProviders(app)).map(({ key }) => key).join(', ')
    console.error(`There is no shop "${read.provider}"; there are ${keys || 'none'}.`)
    return 1
  }
  const link = await simulationLink(app, provider, read.email, read.operator)
  if (!link) {
    console.error(`${provider.name} has no customer with this e-mail address.`)
    return 1
  }
  console.log(link)
  return 0
}

type Read = { email: string; provider: string; operator: string; help: boolean }

/** What was typed, or what is wrong with it. */
function readArguments(argv: string[]): Read | string {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { provider: text, operator: text, help: { type: 'boolean', short: 'h' } },
    })
    const [email = '', ...more] = positionals
    const { provider = '', help = false } = values
    const operator = values.operator?.trim() ?? ''
    if (help) return { email, provider, operator, help }
    if (email === '') return 'Name the customer by e-mail address'
    if (more.length > 0) return `Too much: ${more.join(' ')}`
    if (provider === '') return 'Name the shop with --provider'
    if (operator === '' || operator.length > 100) return 'Say who you are with --operator, in at most 100 letters'
    return { email, provider, operator, help }
  } catch (error) {
    return (error as Error).message.split('. ')[0] ?? ''
  }
}
