import type { App } from '../app.ts'
import { CommandError, runCommand } from '../command.ts'
import { saveOrigin } from './collection.ts'
import { shopOrOnly } from './requireShop.ts'

const USAGE = `Usage: ./portraitkit websites list
       ./portraitkit websites allow <address>
       ./portraitkit websites refuse <address>

The websites that may embed a shop, each by its origin: https://studio.example.com stands for all pages of it. The shop's own site
needs no entry. Servers apply a change within two seconds.

  --provider <key>   the shop; optional if there is only one

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit websites`. Returns the exit code, see USAGE. */
export function websitesCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', address, ...more] = positionals
    if (!['list', 'allow', 'refuse'].includes(what)) throw new CommandError(`There is no "websites ${what}"`, 2)
    if (more.length > 0 || (what === 'list' && address !== undefined)) throw new CommandError('Too many arguments', 2)
    const { key, origins } = await shopOrOnly(app, values.provider)
    if (what === 'list') {
      console.log(origins.length > 0 ? origins.join('\n') : 'Only the shop’s own website.')
      return 0
    }
    const origin = originOf(address)
    if (what === 'refuse' && !origins.includes(origin)) {
      throw new CommandError(`${origin} is not allowed; there are ${origins.join(', ') || 'none'}`, 1)
    }
    await saveOrigin(app, key, origin, what === 'allow')
    console.log(`Pages of ${origin} may ${what === 'allow' ? '' : 'no longer '}embed the shop ${key}.`)
    return 0
  })
}

/** The website of an address as it is copied from a browser. */
function originOf(address: string | undefined): string {
  if (address === undefined) throw new CommandError('Give an address, such as https://studio.example.com', 2)
  const url = URL.parse(address)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin
  throw new CommandError(`${address} is not the address of a website; write it as https://studio.example.com`, 2)
}
