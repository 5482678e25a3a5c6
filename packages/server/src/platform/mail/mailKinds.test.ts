import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { addressProofs } from '@portraitkit/core/account/address/addressContract.ts'
import { confirmations } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '../../features/checkout/refunds.ts'
import { subjectsOf } from '../../features/jobs/collection.ts'
import { publishJob } from '../../features/jobs/publishing/publishJob.ts'
import { ordersOf, type StoredOrder } from '../../features/orders/collection.ts'
import { dailyDigest } from '../../features/orders/mails/dailyDigest.ts'
import { markOrder } from '../../features/orders/markOrder.ts'
import { announceRetake } from '../../features/retakes/announceRetake.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { remindNow } from '../../testing/buildJob.ts'
import { mailsIn } from '../../testing/buildMailServer.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type MailKind, type MailRule, mailKinds, type PictureRule } from './mailKinds.ts'
import type { StoredMail } from './queue.ts'

// An unproved address may be a stranger's: no email to it may contain or open a picture of a child.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

/** Buys a card by invoice. */
async function buy({ client, line, provider }: Buyer, change: Partial<OrderInput> = {}): Promise<StoredOrder> {
  await client.call(carts.addLines, { requestId: randomUUID(), lines: [await line()] })
  const { ordering } = await prepareOrder({ client, provider }, 'invoice', change)
  const { order } = await client.call(checkout.transaction, ordering)
  return (await ordersOf(server.app, provider.key).findOne({ _id: order.uuid })) as StoredOrder
}

const DAY_MS = 24 * 60 * 60_000
const NEW = { password: 'something new', reTypePassword: 'something new' }
const friendOf = ({ customer }: Buyer) => `friend-of-${customer.email}`

/** What causes an email of each kind, if the customer may get it. A new kind has to be added here. */
const causes = {
  address: ({ client }) => client.call(addressProofs.sendAddressLink, {}),
  confirm: ({ client }) => client.call(confirmations.sendConfirmationCode, {}),
  reset: ({ customer }) => server.client().call(passwords.remind, { email: customer.email }),
  password: ({ client }) => client.call(passwords.changePassword, NEW),
  deletion: ({ client, password }) => client.call(profile.delete, { password }),
  recovery: ({ customer }) => server.client().call(access.recoverCode, { email: customer.email }),
  order: (buyer) => buy(buyer),
  sent: async (buyer) => markOrder(server.app, server.provider, await buy(buyer), 'sent'),
  refund: async (buyer) => refundOrder(server.app, server.provider, await buy(buyer)),
  ready: ({ set }) => publishJob(server.app, server.provider, set.job.uuid),
  async reminder({ set }) {
    await publishJob(server.app, server.provider, set.job.uuid)
    server.wait(3.1 * DAY_MS)
    await remindNow(server)
  },
  async retake(buyer) {
    await buy(buyer)
    const { retake } = await buildRetake(server.app, server.provider, buyer.set)
    await announceRetake(server.app, server.provider, buyer.set.job, retake)
  },
  share: (buyer) =>
    buyer.client.call(sharing.share, { 'email[]': [friendOf(buyer)], 'subjects[]': [buyer.set.subject.uuid] }),
  async orders(buyer) {
    await buy(buyer)
    server.wait(2 * DAY_MS)
    await dailyDigest.run(server.app)
  },
} satisfies Record<MailKind, (buyer: Buyer) => Promise<unknown>>

/** The recipient of an email of a kind that a customer causes. */
function recipientOf(kind: MailKind, buyer: Buyer): string {
  if (kind === 'orders') return server.provider.contactInfo.email
  return kind === 'share' ? friendOf(buyer) : buyer.customer.email
}

/** The complete emails of a kind to an address, once all that are queued have arrived. */
async function arrived(kind: MailKind, to: string): Promise<Email[]> {
  const stored = server.app.db.collection<StoredMail>('mails')
  const waiting = () => stored.countDocuments({ to, due: { $exists: true } })
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  const mails = await mailsIn(join(server.app.env.dataDir, 'outbox'))
  // Emails that are forgotten after sending are no longer stored.
  const isOfKind = ({ _id }: StoredMail) => _id.startsWith(`${server.provider.key} ${kind} `)
  const others = (await stored.find({ to }).toArray()).filter((mail) => !isOfKind(mail)).map(({ subject }) => subject)
  return mails.filter((mail) => mail.to?.[0]?.address === to && !others.includes(mail.subject ?? ''))
}

const bodiesOf = ({ text = '', html = '' }: Email) => [text, html]
/** The paths of the links in an email. */
const pathsIn = (mail: Email) =>
  bodiesOf(mail).flatMap((body) => [...body.matchAll(/https?:[^\s"<]+/g)].map(([link]) => new URL(link).pathname))

/** The pages that a link in an email to any address may open: they show nothing of a child. */
const HARMLESS = [/^\/confirm-address\/[\w-]+$/, /^\/reset-password$/, /^\/reminders\/stop\/[\w-]+\/[\w-]+$/]

const kinds = Object.entries(mailKinds) as Array<[MailKind, MailRule]>
const kindsWith = (...rules: PictureRule[]) =>
  kinds.filter(([, { pictures }]) => rules.includes(pictures)).map(([kind]) => kind)

describe('an address that is not proved', () => {
  it.each(kindsWith('nobody', 'known'))(
    'gets the email “%s” without a picture, and without a link to one',
    async (kind) => {
      const buyer = await buildBuyer(server)
      await causes[kind](buyer)
      const mails = await arrived(kind, recipientOf(kind, buyer))
      expect(mails.length).toBeGreaterThan(0)
      for (const mail of mails) {
        const others = pathsIn(mail).filter((path) => !HARMLESS.some((one) => one.test(path)))
        expect([mail.subject, others]).toEqual([mail.subject, []])
        expect(mail.attachments).toEqual([])
        for (const body of bodiesOf(mail)) {
          expect(body).not.toMatch(/<img|src=|background-image|url\(/i)
          expect(body.toUpperCase()).not.toContain(buyer.set.code.toUpperCase())
        }
      }
    },
  )

  it.each(kindsWith('contacts', 'named'))('causes no email “%s”', async (kind) => {
    const buyer = await buildBuyer(server)
    await causes[kind](buyer)
    expect(await server.app.db.collection('mails').countDocuments({ to: recipientOf(kind, buyer) })).toBe(0)
  })
})

describe.each([
  ['that is proved', { isAddressProved: true }],
  ['that the roster lists for the child', {}],
])('an address %s', (_which, change) => {
  const isProved = 'isAddressProved' in change

  it.each(kindsWith('known', isProved ? 'named' : 'contacts'))(
    'gets the email “%s” with a link to its pictures',
    async (kind) => {
      const buyer = await buildBuyer(server, change)
      if (!isProved) await addToRoster(buyer)
      await causes[kind](buyer)
      const [mail] = await arrived(kind, recipientOf(kind, buyer))
      expect(mail && pathsIn(mail).join(' ')).toMatch(/\/(c|picture-sets|receipt)\/|\/new-pictures$/)
    },
  )
})

async function addToRoster({ set, customer }: Buyer): Promise<void> {
  const change = { $set: { 'contact.others': [customer.email] } }
  await subjectsOf(server.app, server.provider.key).updateOne({ uuid: set.subject.uuid }, change)
}

describe('the emails about an order', () => {
  it('have their link once the address is confirmed, and no purchase waits for that', async () => {
    const buyer = await buildBuyer(server)
    const first = await buy(buyer)
    expect(first.confirmTime).toBeInstanceOf(Date)
    const [mail] = await arrived('order', buyer.customer.email)
    expect(mail?.text).toContain('You can find the order in your account.')
    expect(mail && pathsIn(mail)).toEqual([])

    await buyer.client.call(addressProofs.sendAddressLink, {})
    const [request] = await arrived('address', buyer.customer.email)
    const path = `${request && pathsIn(request)[0]}?provider=${server.provider.key}`
    const openLink = (method: 'GET' | 'POST') => server.client().fetch({ method, path })
    expect((await openLink('GET')).status).toBe(200)
    const unproved = await buy(buyer)
    expect((await openLink('POST')).status).toBe(200)
    const proved = await buy(buyer)
    const mails = await arrived('order', buyer.customer.email)
    const linksOf = ({ _id }: StoredOrder) =>
      mails.filter(({ subject }) => subject?.includes(`#${_id.slice(0, 8)}`)).flatMap(pathsIn)
    // the emails sent before are not sent again
    expect([linksOf(first), linksOf(unproved)]).toEqual([[], []])
    const receipt = `/shopping-cart/checkout/payment/receipt/${proved._id}`
    expect(linksOf(proved)).toEqual([receipt, receipt])
  })

  it('have no link for a contact of the checkout whose address is not that of the account', async () => {
    const buyer = await buildBuyer(server, { isAddressProved: true })
    const order = await buy(buyer)
    const to = `grandmother-of-${buyer.customer.email}`
    const filter = { _id: order._id }
    await ordersOf(server.app, server.provider.key).updateOne(filter, { $set: { 'content.contact.email': to } })
    const changed = (await ordersOf(server.app, server.provider.key).findOne(filter)) as StoredOrder
    await markOrder(server.app, server.provider, changed, 'sent')
    const [mail] = await arrived('sent', to)
    expect(mail?.text).toContain('The order is in the account with which it was placed.')
    expect(mail && pathsIn(mail)).toEqual([])
  })
})
