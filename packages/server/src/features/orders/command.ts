import { join, resolve } from 'node:path'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { disableImageCache } from '../../imaging/print/imageCache.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, jsonText, type ParsedCommand, runSharedCommand, wholeNumber } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { runCommandTask } from '../../platform/tasks/commandTask.ts'
import { counted } from '../jobs/counted.ts'
import { requireJob } from '../jobs/requireJob.ts'
import type { StoredOrder } from './collection.ts'
import { type FoundOrder, listOrders, type OrderSearch, ordersAfter } from './findOrders.ts'
import {
  type MarkOutcome,
  markOrder,
  markPaid,
  markSettled,
  type PaidOutcome,
  PRODUCTION_STATES,
  type SettledOutcome,
} from './markOrder.ts'
import { orderJson, orderText, summaryLine, summaryOf } from './orderReport.ts'
import { findOwedOrders } from './owedOrders.ts'
import { orderSheetJsonSchema } from './printing/orderSheetSchema.ts'
import { printTask } from './printing/printTask.ts'
import { nameUnsold, printWithheldOrders, warnOfWithheld } from './printing/printWithheld.ts'
import { requireOrder } from './requireOrder.ts'

const USAGE = `Usage: ./portraitkit orders list [options]
       ./portraitkit orders show <order>
       ./portraitkit orders print <order> [--as pdf|jpeg] [--out <folder>]
       ./portraitkit orders withheld <job> [--year <year>]
       ./portraitkit orders schema
       ./portraitkit orders mark <order> new|in-production|sent|paid|settled

<order> is the number of an order (#1a2b3c4d, or more of its uuid). "mark" sets how far the lab is, which the customer sees on
the order; "sent" emails the customer, once. "paid" records that the invoice is paid, "settled" that you have refunded what you owe for
lines that were not sold ("list" and "show" say so; a gateway refunds by itself). "schema" prints the JSON schema of the
sheet that "print" writes next to the files. "withheld" lists the orders of a job with people who were withdrawn since, or with
pictures that are withheld because of somebody in them or are not theirs any more: they are produced as ordered or exchanged unless
you act. "print" says so, too.

  --provider <key>   the shop; optional if there is only one
  --from <date>      list: placed on this day or later, such as 2026-11-30
  --to <date>        list: placed on this day or earlier
  --production <s>   list: new, in-production or sent
  --waiting          list: orders that wait for their payment, instead of placed ones
  --owed             list: all orders of which you owe a refund or a reprint, the oldest first
  --page <n>         list: the page; 1 has the newest orders
  --after <order>    list: the orders that follow this one, instead of a page
  --limit <n>        list: orders per page; default: 20
  --json             list, show: as JSON
  --year <year>      withheld: the year of the job, if several jobs have this name
  --as <kind>        print: pdf (a file per line, with trim and bleed boxes) or jpeg (a file per page); default: both
  --out <folder>     print: the folder for the files; default: DATA_DIR/orders/<order>

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  provider: TEXT,
  from: TEXT,
  to: TEXT,
  production: TEXT,
  waiting: FLAG,
  owed: FLAG,
  page: TEXT,
  after: TEXT,
  limit: TEXT,
  json: FLAG,
  as: TEXT,
  out: TEXT,
  year: TEXT,
}

type Values = ParsedCommand<typeof OPTIONS>['values']

/** `./portraitkit orders`. Returns the exit code, see USAGE. */
export function ordersCommand(argv: string[], app: App): Promise<number> {
  const command = { name: 'orders', usage: USAGE, options: OPTIONS, argv, app }
  return runSharedCommand(command, async ({ values, positionals }) => {
    const [what = '', name, ...rest] = positionals
    const more = what === 'mark' ? rest.slice(1) : rest
    if (more.length > 0) throw new CommandError(`Too many arguments: ${more.join(' ')}`, 2)
    if (what === 'list') await list(app, values)
    else if (what === 'show') await show(app, await requireOrder(app, values.provider, name), values.json ?? false)
    else if (what === 'print') await print(app, await requireOrder(app, values.provider, name), values)
    else if (what === 'withheld') await withheld(app, values, name)
    else if (what === 'schema') console.log(JSON.stringify(orderSheetJsonSchema(), null, 2))
    else if (what === 'mark') await mark(app, await requireOrder(app, values.provider, name), rest[0])
    else throw new CommandError(`There is no "orders ${what}"`, 2)
    return 0
  })
}

async function list(app: App, values: Values): Promise<void> {
  const provider = await shopOrOnly(app, values.provider)
  if (values.owed) return await listOwed(app, provider, values)
  const search = searchOf(values)
  if (values.after !== undefined) return await listAfter(app, provider, values, search)
  const { orders, total, pages } = await listOrders(app, provider.key, search)
  if (search.page > pages) throw new CommandError(`There is no page ${search.page}: the last one is page ${pages}`, 1)
  if (values.json) return console.log(jsonText(orders.map(summaryOf)))
  for (const order of orders) console.log(summaryLine(order))
  console.log(`${orders.length} of ${total} orders, page ${search.page} of ${pages}.`)
}

/** What is owed is listed whole: there is little of it, and all of it is to be done. */
async function listOwed(app: App, provider: Provider, values: Values): Promise<void> {
  const { from, to, production, waiting, page, after, limit, json } = values
  if ([from, to, production, waiting, page, after, limit].some((each) => each !== undefined))
    throw new CommandError('--owed lists all of them: give it no other option but --json', 2)
  const orders = await findOwedOrders(app, provider.key)
  if (json) return console.log(jsonText(orders.map(summaryOf)))
  for (const order of orders) console.log(summaryLine(order))
  console.log(orders.length === 0 ? 'Nothing is owed.' : `${counted(orders.length, 'order')}. ${OWED}`)
}

const OWED =
  '"orders print <order>" prints what has to be printed again; "orders mark <order> settled" says that you have refunded it.'

async function listAfter(
  app: App,
  provider: Provider,
  { after, page, json, waiting = false }: Values,
  search: OrderSearch,
): Promise<void> {
  if (page !== undefined) throw new CommandError('Give --page or --after, not both', 2)
  const { order } = await requireOrder(app, provider.key, after)
  if ((order.confirmTime === null) !== waiting) {
    const what = waiting ? 'does not wait for its payment' : 'waits for its payment'
    throw new CommandError(`Order ${orderNumber(order._id)} ${what} and is not in this list`, 1)
  }
  const orders = await ordersAfter(app, provider.key, order, search)
  if (json) return console.log(jsonText(orders.map(summaryOf)))
  for (const each of orders) console.log(summaryLine(each))
  console.log(`${orders.length === 1 ? '1 order' : `${orders.length} orders`} after ${orderNumber(order._id)}.`)
}

function searchOf({
  limit = '20',
  page = '1',
  from,
  to,
  production,
  waiting = false,
}: Values): OrderSearch & { page: number } {
  const state = PRODUCTION_STATES.find((each) => each === production)
  if (production !== undefined && !state) {
    throw new CommandError(`--production is new, in-production or sent, not ${production}`, 2)
  }
  return {
    limit: wholeNumber(limit, '--limit', 500),
    page: wholeNumber(page, '--page', 1_000_000),
    waiting,
    ...(state && { production: state }),
    ...(from !== undefined && { from: dayStart(from, '--from') }),
    ...(to !== undefined && { to: dayStart(to, '--to') }),
  }
}

function dayStart(written: string, option: string): Date {
  const day = new Date(`${written}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && day.toJSON()?.startsWith(written)
  if (!isDay) throw new CommandError(`${option} is a day such as 2026-11-30, not ${written}`, 2)
  return day
}

async function show(app: App, { provider, order }: FoundOrder, json: boolean): Promise<void> {
  const customer = { provider: provider.key, uuid: order.content.customer }
  const found = await Promise.all(app.features.map(({ paymentsOf }) => paymentsOf?.(app, customer, order._id) ?? []))
  const payments = found.flat()
  console.log(json ? orderJson(order, payments) : orderText(provider, order, payments))
}

const STATES = [...PRODUCTION_STATES, 'paid', 'settled'] as const

const WHY_UNMARKED: Record<Exclude<MarkOutcome | PaidOutcome | SettledOutcome, 'marked' | 'marked before'>, string> = {
  unplaced: 'waits for its payment',
  refunded: 'was refunded',
  download: 'contains only downloads, there is nothing to send',
  'nothing owed': 'has no line for which you owe a refund',
  'no invoice': 'has no invoice; the payment gateway reports when it is paid',
}

async function mark(app: App, { provider, order }: FoundOrder, name: string | undefined): Promise<void> {
  const state = STATES.find((each) => each === name)
  if (!state) throw new CommandError('Give the new state: new, in-production, sent, paid or settled', 2)
  const number = orderNumber(order._id)
  const done = await markAs(app, provider, order, state)
  if (done !== 'marked' && done !== 'marked before') {
    throw new CommandError(`Order ${number} ${WHY_UNMARKED[done]}. Nothing was changed`, 1)
  }
  const notice = state === 'sent' ? ` ${order.content.contact.email} gets an email.` : ''
  console.log(done === 'marked' ? `Order ${number} is ${state}.${notice}` : `Order ${number} is already ${state}.`)
}

function markAs(app: App, provider: Provider, order: StoredOrder, state: (typeof STATES)[number]) {
  if (state === 'paid') return markPaid(app, provider, order)
  return state === 'settled' ? markSettled(app, provider, order) : markOrder(app, provider, order, state)
}

async function withheld(app: App, { provider: key, year }: Values, name: string | undefined): Promise<void> {
  const provider = await shopOrOnly(app, key)
  await printWithheldOrders(app, await requireJob(app, provider, name, year))
}

async function print(app: App, { provider, order }: FoundOrder, { as, out }: Values): Promise<void> {
  if (as !== undefined && as !== 'pdf' && as !== 'jpeg') throw new CommandError(`--as is pdf or jpeg, not ${as}`, 2)
  const folder = out === undefined ? join(app.env.dataDir, 'orders', orderNumber(order._id).slice(1)) : resolve(out)
  disableImageCache()
  const files = await runCommandTask(app, printTask, {
    provider: provider.key,
    key: `${order._id} ${as ?? 'all'} ${folder}`,
    input: { order: order._id, folder, as },
    files: { reads: [], writes: [folder] },
  })
  for (const file of files) console.log(file)
  nameUnsold(order)
  await warnOfWithheld(app, provider.key, order)
}
