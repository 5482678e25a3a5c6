import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { inspections } from '@portraitkit/core/inspection/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { retakes } from '@portraitkit/core/retakes/contract.ts'
import { type OrderInput, prepareOrder } from '../buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../buildCustomer.ts'
import { packageInputOf } from '../buildPackage.ts'
import { buildRetake } from '../buildRetake.ts'
import { buildShare } from '../buildShare.ts'
import type { CallsByName, Family } from './family.ts'

/** Everything from the cart to the order, each call by a customer with three cards in the cart. */
export function orderCalls(family: Family): CallsByName {
  const { buyer, child, bought, catalogue, photoPackage } = family
  const requestId = randomUUID()
  const own =
    (input: object = {}) =>
    async () => ({ client: buyer.client, input })
  const bySomebody = (inputOf: (somebody: BuiltCustomer) => object | Promise<object>) => async () => {
    const somebody = await withThreeCards(family)
    return { client: somebody.client, input: await inputOf(somebody) }
  }
  const lineOf = async ({ client }: BuiltCustomer) => (await client.call(carts.get, {})).cart.orderLines[0]?.uuid
  const subjects = [{ uuid: child.uuid, name: child.name }]
  const catalogues = [{ uuid: catalogue, subject: child.uuid, quantity: 1 }]
  return {
    'cart.get': own(),
    'cart.addLines': bySomebody(async () => ({ requestId, lines: [await buyer.line({ name: 'Grandfather' })] })),
    'cart.addCatalogues': bySomebody(() => ({ requestId, catalogues })),
    'cart.addPackage': bySomebody(async ({ client }) => {
      const opened = await client.call(photoPackages.open, { packageUuid: photoPackage, subject: { uuid: child.uuid } })
      const packageItems = packageInputOf(opened)
      return { requestId, package: { uuid: photoPackage }, subject: child.uuid, packageItems }
    }),
    'cart.updateLine': bySomebody(async (each) => ({ requestId, uuid: await lineOf(each), quantity: 2 })),
    'cart.deleteLine': bySomebody(async (each) => ({ requestId, uuid: await lineOf(each) })),
    'cart.dropRebateCode': bySomebody(() => ({})),
    'digital-portraits.toggleFile': bySomebody(() => ({ file: child.pictures[0]?.uuid })),
    'digital-portraits.toggleSet': bySomebody(() => ({ pictureSet: child.uuid })),
    'digital-portraits.ticket': own({ file: bought }),
    ...checkoutCalls(family, { bySomebody, subjects, catalogues }),
    ...afterwards(family),
  }
}

type BySomebody = (inputOf: (somebody: BuiltCustomer) => object | Promise<object>) => CallsByName['cart.get']

function checkoutCalls(
  { server }: Family,
  { bySomebody, subjects, catalogues }: { bySomebody: BySomebody; subjects: object[]; catalogues: object[] },
): CallsByName {
  const { provider } = server
  const ordering = async ({ client }: BuiltCustomer) => (await prepareOrder({ client, provider }, 'invoice')).ordering
  const withCheckout = (inputOf: (ordering: OrderInput) => object) =>
    bySomebody(async (somebody) => inputOf(await ordering(somebody)))
  return {
    'checkout.create': bySomebody(() => ({})),
    'checkout.paymentOptions': withCheckout(({ checkoutUuid, deliveryOptionUuid }) => ({
      checkoutUuid,
      deliveryOptionUuid,
    })),
    'checkout.choosePayment': withCheckout(({ checkoutUuid, deliveryOptionUuid, paymentOptionUuid }) => ({
      checkoutUuid,
      deliveryOptionUuid,
      paymentOptionUuid,
    })),
    'checkout.useVoucher': withCheckout(({ checkoutUuid, deliveryOptionUuid }) => ({
      checkoutUuid,
      deliveryOptionUuid,
      code: 'SPRING',
    })),
    'checkout.checkPayment': withCheckout(({ checkoutUuid, paymentOptionUuid, paymentOptionData }) => ({
      checkoutUuid,
      paymentOptionUuid,
      paymentOptionData,
    })),
    'checkout.transaction': withCheckout((ordering) => ordering),
    'checkout.suggestAddresses': bySomebody(() => ({ q: '12 maple' })),
    'checkout.resolveAddress': bySomebody(() => ({ id: '0' })),
    'checkout.addDigitalSets': withCheckout(({ checkoutUuid }) => ({ checkoutUuid, data: { subjects } })),
    'checkout.addCatalogues': withCheckout(({ checkoutUuid }) => ({ checkoutUuid, catalogues })),
  }
}

/** Orders, reminders, pictures by email and paper to inspect. */
function afterwards(family: Family): CallsByName {
  const { server, buyer, child } = family
  const own =
    (input: object = {}) =>
    async () => ({ client: buyer.client, input })
  const subject = { uuid: child.uuid, name: child.name }
  const ordered = (inputOf: (order: string) => object) => async () => {
    const { client } = await withThreeCards(family)
    const { ordering } = await prepareOrder({ client, provider: server.provider }, 'invoice')
    const { order } = await client.call(checkout.transaction, ordering)
    return { client, input: inputOf(order.uuid) }
  }
  const agreement = async () => {
    const { client } = await withThreeCards(family, { name: 'Anna Carter', address: HOME })
    const { offer } = await client.call(inspections.get, { subjectUuid: child.uuid })
    return { client, input: { subjectUuid: child.uuid, terms: offer?.terms ?? '' } }
  }
  const retaken = async () => {
    const { client } = await ordered(() => ({}))()
    await buildRetake(server.app, server.provider, buyer.set)
    const [retake] = await client.call(retakes.list, {})
    const { order = '', key = '', exchanged } = retake?.prints[0] ?? {}
    return {
      client,
      input: { retakeUuid: retake?.uuid ?? '', order, key, hash: exchanged?.hash ?? '', decision: 'exchange' },
    }
  }
  const sharing = async () => {
    const { client } = await buildCustomer(server, { subjects: [child.uuid], isAddressProved: true })
    return { client, share: await buildShare(server, { client }, [child.uuid]) }
  }
  return {
    'orders.list': ordered(() => ({})),
    'orders.details': ordered((uuid) => ({ uuid })),
    'orders.get': ordered((orderUuid) => ({ orderUuid })),
    'orders.receiptTicket': ordered((orderUuid) => ({ orderUuid })),
    'orders.claimPurchase': ordered((orderUuid) => ({ orderUuid, claim: randomUUID() })),
    'reminders.list': own(),
    'reminders.set': own({ subjects: [{ ...subject, remindersEnabled: false }] }),
    'inspection.get': own({ subjectUuid: child.uuid }),
    'inspection.agree': agreement,
    'inspection.cancel': async () => {
      const { client, input } = await agreement()
      await client.call(inspections.agree, input)
      return { client, input: { subjects: [{ ...subject, enabled: false }] } }
    },
    'retakes.list': async () => ({ client: (await retaken()).client, input: {} }),
    'retakes.decide': retaken,
    'sharing.share': own({ 'email[]': ['grandma@example.com'], 'subjects[]': [child.uuid] }),
    'sharing.list': async () => ({ client: (await sharing()).client, input: {} }),
    'sharing.end': async () => {
      const { client, share } = await sharing()
      return { client, input: { uuid: share.uuid } }
    },
  }
}

const HOME = { address: '12 Maple Street', address2: '', postalCode: '10001', city: 'New York', state: '' }

async function withThreeCards(
  { server, buyer, child }: Family,
  account: Parameters<typeof buildCustomer>[1] = {},
): Promise<BuiltCustomer> {
  const somebody = await buildCustomer(server, { ...account, subjects: [child.uuid] })
  const lines = await Promise.all(['Emma', 'Noah', 'Grandmother'].map((name) => buyer.line({ name })))
  await somebody.client.call(carts.addLines, { requestId: randomUUID(), lines })
  return somebody
}
