import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatMoney } from '@portraitkit/core/money.ts'
import { orderReference } from '@portraitkit/core/orders/orderReference.ts'
import { kindOf } from '../features/cart/lineKinds.ts'
import { checkoutsOf } from '../features/checkout/collection.ts'
import { PERSONAL_ID } from '../features/checkout/paymentData.ts'
import { refundOrder } from '../features/checkout/refunds.ts'
import { GatewayAway } from '../features/checkout/steps.ts'
import { frozenScenes, notePrinted, ordersOf, type StoredOrder } from '../features/orders/collection.ts'
import { type Mark, markOrder, markPaid, type PaidMark, PRODUCTION_STATES } from '../features/orders/mark.ts'
import { PrintError } from '../imaging/print/printError.ts'
import { printPdf } from '../imaging/print/printPdf.ts'
import { printScene } from '../imaging/print/printScene.ts'
import { printSparingly } from '../imaging/print/sparingly.ts'
import type { App } from '../platform/app.ts'
import { CommandError, runCommand, type Typed, theShop } from '../platform/command.ts'
import { PRIVATE_FOLDER, writePrivate } from '../platform/privateFiles.ts'
import { listProviders } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { sheetCatalogue, sheetOf, sheetPrint } from './orderSheet.ts'
import { orderSheetJsonSchema } from './orderSheetSchema.ts'
import { orderJson, orderText, paymentsOf, summaryLine, summaryOf } from './orderText.ts'

const USAGE = `Usage: ./portraitkit orders list [options]
       ./portraitkit orders show <order>
       ./portraitkit orders print <order> [--as pdf|jpeg] [--out <folder>]
       ./portraitkit orders schema
       ./portraitkit orders refund <order>
       ./portraitkit orders mark <order> new|in-production|sent|paid
       ./portraitkit orders personal-id <order>

An order is named by its number (#1a2b3c4d, or more of its uuid). "mark" says how far the lab is, which the customer sees on
the order; one that is sent is told of by mail, once. "paid" says that its invoice is paid. "personal-id" shows the number that
an invoice needs; it is deleted when the invoice is paid or the order refunded. "schema" writes the JSON schema of the sheet that "print" lays beside the
files. "refund" gives back all that was paid, through the gateway that took it, and once; the customer gets a mail, and what the
order let them download is taken back.

  --provider <key>   the shop; not needed where there is only one
  --from <date>      list: placed on this day or later, such as 2026-11-30
  --to <date>        list: placed on this day or earlier
  --production <s>   list: new, in-production or sent
  --waiting          list: orders that wait for their payment, instead of placed ones
  --page <n>         list: 1 is the newest
  --limit <n>        list: orders per page, 20 by default
  --json             list, show: as JSON
  --as <kind>        print: pdf (a file per line, with trim and bleed boxes) or jpeg (a file per page); both without it
  --out <folder>     print: where the files go, by default DATA_DIR/orders/<order>

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  provider: TEXT,
  from: TEXT,
  to: TEXT,
  production: TEXT,
  waiting: FLAG,
  page: TEXT,
  limit: TEXT,
  json: FLAG,
  as: TEXT,
  out: TEXT,
}

type Values = Typed<typeof OPTIONS>['values']

/** `./portraitkit orders`. Answers the exit code, see USAGE. */
export function ordersCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', name, ...rest] = positionals
    const more = what === 'mark' ? rest.slice(1) : rest
    if (more.length > 0) throw new CommandError(`Too much: ${more.join(' ')}`, 2)
    if (what === 'list') await list(app, values)
    else if (what === 'show') await show(app, await theOrder(app, values.provider, name), values.json ?? false)
    else if (what === 'print') await print(app, await theOrder(app, values.provider, name), values).catch(tellFault)
    else if (what === 'schema') console.log(JSON.stringify(orderSheetJsonSchema(), null, 2))
    else if (what === 'mark') await mark(app, await theOrder(app, values.provider, name), rest[0])
    else if (what === 'personal-id') showPersonalId(app, await theOrder(app, values.provider, name))
    else if (what === 'refund') await refund(app, await theOrder(app, values.provider, name))
    else throw new CommandError(`There is no "orders ${what}"`, 2)
    return 0
  })
}

function tellFault(error: unknown): never {
  if (error instanceof PrintError) throw new CommandError(`${error.message}. Nothing was printed`, 1)
  throw error
}

type Found = { provider: Provider; order: StoredOrder }

/** The order that a number means, in the named shop or in any. */
async function theOrder(app: App, key: string | undefined, name: string | undefined): Promise<Found> {
  const start = name?.replace(/^#/, '').toLowerCase() ?? ''
  if (!/^[0-9a-f-]{4,36}$/.test(start)) throw new CommandError('Name an order, such as #1a2b3c4d', 2)
  const providers = key === undefined ? await listProviders(app) : [await theShop(app, key)]
  const found: Found[] = []
  for (const provider of providers) {
    const orders = await ordersOf(app, provider.key)
      // `g` comes after the last digit.
      .find({ _id: { $gte: start, $lt: `${start}g` } })
      .limit(5)
      .toArray()
    found.push(...orders.map((order) => ({ provider, order })))
  }
  const [first, ...more] = found
  if (!first) throw new CommandError(`There is no order ${name}`, 1)
  if (more.length > 0) {
    throw new CommandError(`${name} may be one of ${found.map(({ order }) => order._id).join(', ')}`, 1)
  }
  return first
}

async function list(app: App, values: Values): Promise<void> {
  const provider = await theShop(app, values.provider)
  const limit = wholeNumber(values.limit ?? '20', '--limit', 500)
  const page = wholeNumber(values.page ?? '1', '--page', 1_000_000)
  const filter = filterOf(values)
  const orders = ordersOf(app, provider.key)
  const [total, found] = await Promise.all([
    orders.count(filter),
    orders
      .find(filter)
      .sort(values.waiting ? { created: -1 } : { confirmTime: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
  ])
  const pages = Math.max(1, Math.ceil(total / limit))
  if (page > pages) throw new CommandError(`There is no page ${page}: the last one is page ${pages}`, 1)
  if (values.json) {
    console.log(
      JSON.stringify(
        found.map((order) => summaryOf(order)),
        null,
        2,
      ),
    )
    return
  }
  for (const order of found) console.log(summaryLine(order))
  console.log(`${found.length} of ${total} orders, page ${page} of ${pages}.`)
}

function filterOf({ from, to, production, waiting }: Values) {
  if (production !== undefined && !['new', 'in-production', 'sent'].includes(production)) {
    throw new CommandError(`--production is new, in-production or sent, not ${production}`, 2)
  }
  const time = {
    $ne: null,
    ...(from !== undefined && { $gte: dayStart(from, '--from') }),
    ...(to !== undefined && { $lt: new Date(dayStart(to, '--to').getTime() + 24 * 60 * 60_000) }),
  }
  return {
    confirmTime: waiting ? null : time,
    ...(production !== undefined && { production: production as StoredOrder['production'] }),
  }
}

function dayStart(written: string, option: string): Date {
  const day = new Date(`${written}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && day.toJSON()?.startsWith(written)
  if (!isDay) throw new CommandError(`${option} is a day such as 2026-11-30, not ${written}`, 2)
  return day
}

function wholeNumber(written: string, option: string, most: number): number {
  const number = Number(written)
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new CommandError(`${option} is a whole number from 1 to ${most}, not ${written}`, 2)
  }
  return number
}

async function show(app: App, { provider, order }: Found, json: boolean): Promise<void> {
  const journals = await checkoutsOf(app, provider.key)
    .find({ order: order._id, customer: order.content.customer })
    .toArray()
  const payments = paymentsOf(journals.flatMap(({ attempts }) => attempts))
  console.log(json ? orderJson(order, payments) : orderText(provider, order, payments))
}

async function refund(app: App, { provider, order }: Found): Promise<void> {
  const number = orderReference(order._id)
  const done = await refundOrder(app, provider, order).catch((error) => {
    if (!(error instanceof GatewayAway)) throw error
    const why = (error.cause as Error | undefined)?.message ?? error.message
    throw new CommandError(`${why}. The server asks again until order ${number} is refunded`, 1)
  })
  if (done === 'unpaid') throw new CommandError(`Order ${number} was not paid, so nothing can be given back`, 1)
  if (done === 'refunded before') throw new CommandError(`Order ${number} was refunded before. Nothing was done`, 1)
  const { totalPrice, currency, payment, contact } = order.content
  const amount = formatMoney(totalPrice, currency, 'en')
  const invoice =
    order.paymentState === 'paid'
      ? `Its invoice was paid to you, so the ${amount} are yours to send back.`
      : `Nobody was charged by the shop: ${amount} stand on an invoice that is yours to withdraw.`
  console.log(
    payment.isInvoice
      ? `Order ${number} is cancelled. ${invoice} ${contact.email} gets a mail.`
      : `Order ${number} is refunded: ${amount} went back through ${payment.gateway}. ${contact.email} gets a mail.`,
  )
}

const WHY_UNMARKED: Record<Exclude<Mark | PaidMark, 'marked' | 'marked before'>, string> = {
  unplaced: 'waits for its payment',
  refunded: 'was refunded',
  download: 'is downloaded, there is nothing to send',
  'no invoice': 'has no invoice, who takes its money says when it is paid',
}

function showPersonalId(app: App, { order }: Found): void {
  const { personalId } = order.content
  if (personalId === null) throw new CommandError(`Order ${orderReference(order._id)} has no personal id`, 1)
  console.log(app.secrets.open(PERSONAL_ID, personalId))
}

async function mark(app: App, { provider, order }: Found, wanted: string | undefined): Promise<void> {
  const state = ([...PRODUCTION_STATES, 'paid'] as const).find((each) => each === wanted)
  if (!state) throw new CommandError('Say what it is now: new, in-production, sent or paid', 2)
  const number = orderReference(order._id)
  const done = await (state === 'paid' ? markPaid(app, provider, order) : markOrder(app, provider, order, state))
  if (done !== 'marked' && done !== 'marked before') {
    throw new CommandError(`Order ${number} ${WHY_UNMARKED[done]}. Nothing was done`, 1)
  }
  const told = state === 'sent' ? ` ${order.content.contact.email} gets a mail.` : ''
  console.log(done === 'marked' ? `Order ${number} is ${state}.${told}` : `Order ${number} is ${state} already.`)
}

async function print(app: App, { provider, order }: Found, { as, out }: Values): Promise<void> {
  if (as !== undefined && as !== 'pdf' && as !== 'jpeg') throw new CommandError(`--as is pdf or jpeg, not ${as}`, 2)
  const number = orderReference(order._id)
  if (!order.confirmTime) throw new CommandError(`Order ${number} waits for its payment and is not printed`, 1)
  if (order.paymentState === 'refunded') throw new CommandError(`Order ${number} was refunded and is not printed`, 1)
  const folder = out === undefined ? join(app.env.dataDir, 'orders', number.slice(1)) : resolve(out)
  const scenes = await frozenScenes(app, provider.key, order._id)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  printSparingly()
  const lines = []
  // What is downloaded has no paper, and a catalogue is printed for all.
  for (const item of order.content.lines.flatMap((line, index) => kindOf(line).sheet(line, index + 1))) {
    if ('catalogue' in item) {
      lines.push(sheetCatalogue(item))
      continue
    }
    const { position, key } = item
    const scene = scenes.get(key)
    if (!scene) throw new CommandError(`Order ${number} has no scene for line ${key}`, 1)
    const files = as === 'pdf' ? [] : await printScene(app, provider.key, scene, folder, `${position}-`)
    const pdf = join(folder, `${position}.pdf`)
    const about = { title: `${number}, ${position}`, created: order.confirmTime }
    if (as !== 'jpeg') await printPdf(app, provider.key, scene, pdf, about)
    lines.push(sheetPrint(item, scene, { files, pdf: as === 'jpeg' ? undefined : pdf }))
    for (const path of [...(as === 'jpeg' ? [] : [pdf]), ...files.map((file) => file.path)]) console.log(path)
  }
  const sheet = join(folder, 'order.json')
  await writePrivate(sheet, `${JSON.stringify(sheetOf(provider, order, lines), null, 2)}\n`)
  await notePrinted(app, provider.key, order._id)
  console.log(sheet)
}
