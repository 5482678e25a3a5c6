import { readFile } from 'node:fs/promises'
import type { App } from '../../platform/app.ts'
import { CommandError, jsonText, plain, readJson, runCommand } from '../../platform/command.ts'
import { openGateway, ProviderError, saveGatewayText } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { type Gateway, gatewayFault } from '../../ports/payments/gateway.ts'
import { gateways } from '../../ports/payments/index.ts'
import { gatewayKeys, replacePaymentOptions, setGatewayKey } from './gatewayKeys.ts'
import { webhookAddress } from './paymentAddresses.ts'

const USAGE = `Usage: ./portraitkit payments show [--json]
       ./portraitkit payments set <gateway> <field> --from <file>
       ./portraitkit payments unset <gateway> <field>
       ./portraitkit payments check <gateway>
       ./portraitkit payments offer <file>

How customers pay. "show" lists the gateways, what each needs and its webhook address; "set" reads a key from a file, or with
"--from -" from standard input, and stores it encrypted: no command shows it again. "check" asks the gateway whether it accepts
the keys. "offer" sets the payment methods from a JSON file: {"paymentOptions": […]}, as "show --json" prints it.

  --provider <key>   the shop; optional if there is only one
  --from <file>      set: the file with the key
  --json             show: the payment methods, in the format that "offer" reads

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' }, from: { type: 'string' }, json: { type: 'boolean' } } as const

/** `./portraitkit payments`. Returns the exit code, see USAGE. */
export function paymentsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', name, field, ...more] = positionals
    const maxArguments = { show: 1, set: 3, unset: 3, check: 2, offer: 2 }[what]
    if (maxArguments === undefined) throw new CommandError(`There is no "payments ${what}"`, 2)
    if (more.length > 0 || positionals.length > maxArguments) throw new CommandError('Too many arguments', 2)
    const provider = await shopOrOnly(app, values.provider)
    if (what === 'show' && values.json) showOffer(provider)
    else if (what === 'show') show(app, provider)
    else if (what === 'offer') await offer(app, provider, name)
    else if (what === 'check') await check(app, provider, requireGateway(name))
    else await change(app, provider, { gateway: requireGateway(name), field, from: values.from, isSet: what === 'set' })
    return 0
  })
}

function requireGateway(name: string | undefined): Gateway {
  const found = gateways.find((gateway) => gateway.name === name)
  if (found) return found
  const names = gateways.map((gateway) => gateway.name).join(', ')
  throw new CommandError(
    name === undefined ? `Name a gateway: ${names}` : `There is no gateway "${name}"; there are ${names}`,
    2,
  )
}

function show(app: App, provider: Provider): void {
  for (const gateway of gateways) {
    const offered = provider.paymentOptions.filter((option) => option.gateway === gateway.name)
    const titles = offered.map(({ title }) => `"${title[provider.defaultLanguage] ?? Object.values(title)[0] ?? ''}"`)
    console.log(plain(`${gateway.name}: ${titles.length > 0 ? `offered as ${titles.join(', ')}` : 'not offered'}`))
    for (const { field, about, isSet, problem } of gatewayKeys(app, provider, gateway))
      console.log(`  ${field} ${problem ?? (isSet ? 'is set' : 'is not set')} (${about})`)
    const fault = offered.length > 0 && gateway.productionFault?.(provider)
    if (fault) console.log(`  ${fault}`)
    if (gateway.fields) console.log(`  webhook address: ${webhookAddress(app, provider, gateway.name)}`)
  }
}

function showOffer({ paymentOptions }: Provider): void {
  console.log(jsonText({ paymentOptions }))
}

type Change = { gateway: Gateway; field: string | undefined; from: string | undefined; isSet: boolean }

async function change(app: App, provider: Provider, { gateway, field, from, isSet }: Change): Promise<void> {
  const fields = Object.keys(gateway.fields ?? {})
  if (fields.length === 0) throw new CommandError(`The gateway ${gateway.name} needs no keys`, 1)
  if (!field || !fields.includes(field)) throw new CommandError(`Name one of ${fields.join(', ')}`, 2)
  if (!isSet) {
    await saveGatewayText(app, provider, gateway.name, field, null)
    return console.log(`${gateway.name}: ${field} is no longer set.`)
  }
  if (from === undefined) throw new CommandError('Name the file with the key with --from; - is standard input', 2)
  const problem = await setGatewayKey(app, provider, gateway, { field, text: await readText(from) })
  if (problem) throw new CommandError(`${field} ${problem}. Nothing was changed`, 1)
  console.log(`${gateway.name}: ${field} is set.`)
}

/** A file, or standard input: an argument would stay in the shell's history. */
function readText(from: string): Promise<string> {
  return readFile(from === '-' ? '/dev/stdin' : from, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${from} cannot be read (${error.code})`, 1)
  })
}

async function check(app: App, provider: Provider, gateway: Gateway): Promise<void> {
  const fault = gatewayFault(app, provider, gateway)
  if (fault) throw new CommandError(`${gateway.name}: ${fault}`, 1)
  if (!gateway.check) return console.log(`The gateway ${gateway.name} needs no keys.`)
  const faulty = gatewayKeys(app, provider, gateway).find(({ problem }) => problem)
  if (faulty) throw new CommandError(`${gateway.name}: ${faulty.field} ${faulty.problem}`, 1)
  const config = openGateway(app, provider, gateway.name)
  const message = await gateway.check({ app, provider, config }).catch((error: Error) => {
    throw new CommandError(`${gateway.name} did not accept the keys: ${error.message}`, 1)
  })
  console.log(plain(message))
}

async function offer(app: App, provider: Provider, file: string | undefined): Promise<void> {
  if (file === undefined) throw new CommandError('Name a file', 2)
  const { paymentOptions } = (await readJson(file)) as { paymentOptions?: unknown }
  try {
    await replacePaymentOptions(app, provider, paymentOptions)
  } catch (error) {
    if (error instanceof ProviderError) throw new CommandError(`${error.message}. Nothing was changed`, 1)
    throw error
  }
  console.log(`Payment methods of ${provider.name}: ${(paymentOptions as unknown[]).length}.`)
}
