import type { App } from '../app.ts'
import { providerCollection } from '../db/providerCollection.ts'
import { addressIn } from './address.ts'
import type { MailBounce } from './collection.ts'
import type { StoredMail } from './queue.ts'

const DAY_MS = 24 * 60 * 60_000
/** After this time bulk emails try the address again: mailboxes come back, and addresses get new owners. */
export const BOUNCE_DAYS = 180

const bouncesOf = (app: App, provider: string) => providerCollection<MailBounce>(app, 'mailBounces', provider)
const bounceId = (provider: string, address: string) => `${provider} ${address}`

/** Records that a mail server refuses the address of an email for good. */
export async function recordBounce(app: App, { provider, to }: StoredMail, reply: string): Promise<void> {
  const address = addressIn(to)
  const last = app.clock()
  const expires = new Date(last.getTime() + BOUNCE_DAYS * DAY_MS)
  await bouncesOf(app, provider).updateOne(
    { _id: bounceId(provider, address) },
    { $set: { address, reply, last, expires }, $setOnInsert: { first: last }, $inc: { times: 1 } },
    { upsert: true },
  )
}

/** Whether a mail server has refused the recipient for good, and has not accepted an email to it since. */
export async function hasBounced(app: App, { provider, to }: StoredMail): Promise<boolean> {
  const filter = { _id: bounceId(provider, addressIn(to)), expires: { $gt: app.clock() } }
  return (await bouncesOf(app, provider).findOne(filter)) !== null
}

/** Sends bulk emails to an address again. Returns false if it was not marked. */
export async function forgetBounce(app: App, provider: string, to: string): Promise<boolean> {
  return (await bouncesOf(app, provider).deleteOne({ _id: bounceId(provider, addressIn(to)) })).deletedCount > 0
}

/** A page of the marked addresses, the latest first; 1 is the first page. */
export async function listBounces(
  app: App,
  provider: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ bounces: MailBounce[]; total: number; pages: number }> {
  const filter = { expires: { $gt: app.clock() } }
  const total = await bouncesOf(app, provider).count(filter)
  const bounces = await bouncesOf(app, provider)
    .find(filter)
    .sort({ last: -1, _id: 1 })
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray()
  return { bounces, total, pages: Math.max(1, Math.ceil(total / limit)) }
}
