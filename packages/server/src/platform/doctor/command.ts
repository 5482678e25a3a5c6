import type { App } from '../app.ts'
import { asSentence, CommandError, plain, runCommand } from '../command.ts'
import { examine } from './examine.ts'
import { addressText, FetchError, type Fetched, fetchLimited } from './fetchLimited.ts'
import { isLoopback } from './scriptFindings.ts'

const USAGE = `Usage: ./portraitkit doctor <address> [--provider <key>]

Looks at a page that embeds the shop as a visitor's browser gets it, and says in one sentence each, with the remedy, what is wrong
with it: its script tag, its elements and their attributes, its Content Security Policy, and whether the shop allows it. It requests
the page, the script and the shop; elements that a script of the page adds later are not visible to it.

  --provider <key>   the shop, if the page does not name it

Exit code: 0 if nothing is wrong, 1 if something is, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** No value on a page makes a sentence unreadable. */
const MAX_SENTENCE = 1000
/** Nor does a page write without end. */
const MAX_FINDINGS = 100

/** `./portraitkit doctor`. Returns the exit code, see USAGE. */
export function doctorCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [address, ...more] = positionals
    if (address === undefined)
      throw new CommandError('Give the address of a page, such as https://studio.example.com', 2)
    if (more.length > 0) throw new CommandError('Too many arguments', 2)
    const fetched = await fetchPage(addressesOf(address))
    const { findings, notes } = await examine(fetched, values.provider, app.env.publicUrl)
    print(`The page ${addressText(fetched.url)}`)
    for (const note of notes) print(`  ${note}`)
    for (const finding of findings.slice(0, MAX_FINDINGS)) print(`! ${asSentence(finding)}`)
    if (findings.length > MAX_FINDINGS) print('…')
    print(
      findings.length === 0
        ? 'Nothing to remedy.'
        : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
    )
    return findings.length === 0 ? 0 : 1
  })
}

function print(line: string): void {
  const text = plain(line)
  console.log(text.length > MAX_SENTENCE ? `${text.slice(0, MAX_SENTENCE)}…` : text)
}

/** The address as a browser completes it: https, and http if nothing answers there. */
function addressesOf(text: string): URL[] {
  const invalid = new CommandError(`${text} is not the address of a page; write it as https://studio.example.com`, 2)
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const typed = URL.parse(hasScheme ? text : `https://${text}`)
  if (!typed || !['https:', 'http:'].includes(typed.protocol)) throw invalid
  if (typed.username || typed.password) throw new CommandError('Give the address without a user name and a password', 2)
  if (hasScheme) return [typed]
  const http = new URL(`http://${text}`)
  return isLoopback(typed.hostname) ? [http] : [typed, http]
}

/** The page at the first of the addresses that answers. */
async function fetchPage([address, ...more]: URL[]): Promise<Fetched> {
  if (!address) throw new CommandError('Give the address of a page', 2)
  try {
    const fetched = await fetchLimited(address, { accept: 'text/html', 'accept-language': 'en' })
    const { status, headers, url } = fetched
    if (status < 200 || status > 299)
      throw new CommandError(`${addressText(url)} answers with ${status}: give the address of a page`, 1)
    const type = headers.get('content-type')
    if (!type || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return fetched
    throw new CommandError(`${addressText(url)} is not a page but ${type}: give the address of a page`, 1)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (more.length > 0) return fetchPage(more)
    throw new CommandError(`${addressText(address)} ${error.message}`, 1)
  }
}
