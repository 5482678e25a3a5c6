import type { App } from '../app.ts'
import { CommandError, jsonText, type ParsedCommand, plain, runCommand, wholeNumber } from '../command.ts'
import { listProviders } from '../provider/collection.ts'
import { requireShop } from '../provider/requireShop.ts'
import { SECURITY_LOG_DAYS, type StoredSecurityEvent } from './collection.ts'
import { SECURITY_EVENT_NAMES, type SecurityEventName } from './events.ts'
import { type EventPage, type EventSearch, listSecurityEvents } from './listEvents.ts'

const USAGE = `Usage: ./portraitkit security list [options]

Lists the security log, newest first, with a count of each event: sign-ins, failures, throttles, operators acting as customers,
downloads, rights and refunds. It contains ids and truncated network addresses, no personal text, and goes back ${SECURITY_LOG_DAYS} days.
"×3" marks a record of three equal events within an hour. See docs/guide/security.md.

  --provider <key>   the shop; default: all shops
  --since <time>     how far back, such as 30m, 24h or 7d; default: 24h
  --event <name>     only this event, such as sign-in-failed
  --page <n>         the page; 1 has the newest records
  --limit <n>        records per page; default: 50
  --json             as JSON

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const OPTIONS = {
  provider: TEXT,
  since: TEXT,
  event: TEXT,
  page: TEXT,
  limit: TEXT,
  json: { type: 'boolean' },
} as const

type Values = ParsedCommand<typeof OPTIONS>['values']

/** `./portraitkit security`. Returns the exit code, see USAGE. */
export function securityCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', ...more] = positionals
    if (what !== 'list') throw new CommandError(`There is no "security ${what}"`, 2)
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    const search = await searchOf(app, values)
    const found = await listSecurityEvents(app, search)
    if (search.page > found.pages)
      throw new CommandError(`There is no page ${search.page}: the last one is page ${found.pages}`, 1)
    console.log(values.json ? asJson(search, found) : asText(search, found))
    return 0
  })
}

async function searchOf(app: App, values: Values): Promise<EventSearch> {
  const { provider, since = '24h', event, page = '1', limit = '50' } = values
  const shops = provider === undefined ? await listProviders(app) : [await requireShop(app, provider)]
  return {
    providers: shops.map(({ key }) => key),
    since: startOf(app, since),
    page: wholeNumber(page, '--page', 1_000_000),
    limit: wholeNumber(limit, '--limit', 1000),
    ...(event !== undefined && { event: requireEvent(event) }),
  }
}

const UNIT_MS = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }

/** The time that `--since` names. */
function startOf(app: App, written: string): Date {
  const [, number = '', unit] = written.match(/^(\d{1,6})([mhd])$/) ?? []
  const ms = unit ? Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS] : 0
  if (ms <= 0 || ms > SECURITY_LOG_DAYS * UNIT_MS.d) {
    throw new CommandError(`--since is a time such as 30m, 24h or 7d, up to ${SECURITY_LOG_DAYS}d, not ${written}`, 2)
  }
  return new Date(app.clock().getTime() - ms)
}

function requireEvent(name: string): SecurityEventName {
  const event = SECURITY_EVENT_NAMES.find((each) => each === name)
  if (!event) throw new CommandError(`There is no event ${name}; there are ${SECURITY_EVENT_NAMES.join(', ')}`, 2)
  return event
}

function asText({ since, page }: EventSearch, { events, total, pages, counts }: EventPage): string {
  if (total === 0) return `No events since ${timeText(since)}.`
  const summary = Object.entries(counts).map(([event, count]) => `${event} ${count}`)
  return [
    ...events.map(lineOf),
    `${events.length} of ${total} ${total === 1 ? 'record' : 'records'}, page ${page} of ${pages}.`,
    `Since ${timeText(since)}: ${summary.join(', ')}.`,
  ].join('\n')
}

function lineOf({ _id, provider, time, event, count, address, request, ...ids }: StoredSecurityEvent): string {
  const named = Object.entries({ ...ids, request }).flatMap(([name, id]) => (id === undefined ? [] : `${name}=${id}`))
  const cells = [timeText(time), provider, count === undefined ? event : `${event} ×${count}`, address ?? '-', ...named]
  return plain(cells.join('  '))
}

const timeText = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

function asJson({ since, page }: EventSearch, { events, total, pages, counts }: EventPage): string {
  return jsonText({ since, total, page, pages, counts, events: events.map(({ _id, ...event }) => event) })
}
