import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { buildBuyer, resourcesOf } from '../buildBuyer.ts'
import { anAddress, prepareOrder } from '../buildCheckout.ts'
import { buildCustomer } from '../buildCustomer.ts'
import { buildPictureSet } from '../buildPictureSet.ts'
import type { TestServer } from '../testServer.ts'

/** A word in everything that people of the strangers have written: an answer that contains it is not the caller's own. */
const WORD = 'Quillfeather'

/** A customer of the same shop and one of another, each with a child, a design, a cart and an order that nobody else may see. */
export async function buildStrangers(server: TestServer): Promise<{ word: string; ids: string[] }> {
  const ids = await Promise.all([server.provider, server.other].map((provider) => buildStranger(server, provider)))
  return { word: WORD, ids: ids.flat() }
}

/** The ids of what belongs to the stranger. */
async function buildStranger(server: TestServer, provider: Provider): Promise<string[]> {
  const { template } = await buildBuyer(server, { provider })
  const contact = { email: `${WORD}@example.com`, phone: null }
  const set = await buildPictureSet(server.app, provider, { subject: { name: `${WORD} Junior`, contact } })
  const { client, customer } = await buildCustomer(server, {
    provider,
    subjects: [set.subject.uuid],
    email: `${WORD}-${randomUUID().slice(0, 8)}@example.com`.toLowerCase(),
  })
  const { uuid, version } = template.definition
  const resources = resourcesOf(set, WORD)
  const content = { template: { uuid, version }, subject: set.subject.uuid, resources }
  const product = template.product.uuid
  const design = randomUUID()
  await client.call(editor.saveDesign, { uuid: design, version: 0, product, content })
  const { scenes } = await client.call(templates.scenes, { scenes: [content] })
  const line = {
    sceneHash: scenes[0]?.hash ?? '',
    product: { uuid: product },
    quantity: 1,
    subject: set.subject.uuid,
    template: { uuid, version },
    templateData: { userResources: resources, year: null },
  }
  const add = async () => (await client.call(carts.addLines, { requestId: randomUUID(), lines: [line] })).cart
  const bought = await add()
  const deliveryOptionData = { deliveryAddress: { ...anAddress, name: `Mrs ${WORD}`, address: `${WORD} Lane 7` } }
  const { ordering } = await prepareOrder({ client, provider }, 'invoice', { deliveryOptionData, comment: WORD })
  const { order, transaction } = await client.call(checkout.transaction, ordering)
  const waiting = await add()
  const { newCheckout } = await prepareOrder({ client, provider }, 'invoice')
  return [
    customer._id,
    set.subject.uuid,
    set.job.uuid,
    ...Object.values(set.pictures).map((picture) => picture.uuid),
    design,
    ...[...bought.orderLines, ...waiting.orderLines].map((each) => each.uuid),
    ordering.checkoutUuid,
    newCheckout.checkoutUuid,
    order.uuid,
    transaction.uuid,
  ]
}
