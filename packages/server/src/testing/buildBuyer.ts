import { randomUUID } from 'node:crypto'
import { type Cart, carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { ImageResource, Resource } from '@portraitkit/core/template/design.ts'
import type { ProductDocument } from '../features/products/document.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type BuiltCustomer, buildCustomer } from './buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from './buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from './buildTemplate.ts'
import type { TestServer } from './testServer.ts'

export type Buyer = BuiltCustomer & {
  provider: Provider
  set: BuiltPictureSet
  template: BuiltTemplate
  /** A line as the editor would send it: both pictures selected, with the hash of the scene that the server shows. */
  line(change?: Partial<NewLine> & { name?: string }): Promise<NewLine>
  /** Adds a line and returns the cart. */
  add(change?: Partial<NewLine> & { name?: string }): Promise<Cart>
}

/** A signed-in customer with a picture set, in a shop that sells a card. */
export async function buildBuyer(
  server: TestServer,
  change: { provider?: Provider; product?: Partial<ProductDocument>; isAddressProved?: boolean } = {},
): Promise<Buyer> {
  const { provider = server.provider, product = {}, isAddressProved = false } = change
  const set = await buildPictureSet(server.app, provider)
  const template = await buildTemplate(server.app, provider, { product })
  const built = await buildCustomer(server, { provider, subjects: [set.subject.uuid], isAddressProved })
  const { uuid, version } = template.definition

  async function line({ name = 'Emma', ...given }: Partial<NewLine> & { name?: string } = {}): Promise<NewLine> {
    const templateData = given.templateData ?? { userResources: resourcesOf(set, name), year: null }
    const content = { template: { uuid, version }, subject: set.subject.uuid, resources: templateData.userResources }
    const { scenes } = await built.client.call(templates.scenes, { scenes: [content] })
    return {
      product: { uuid: template.product.uuid },
      quantity: 1,
      subject: set.subject.uuid,
      template: { uuid, version },
      templateData,
      sceneHash: scenes[0]?.hash ?? '',
      ...given,
    }
  }

  return {
    ...built,
    provider,
    set,
    template,
    line,
    async add(change) {
      const lines = [await line(change)]
      return (await built.client.call(carts.addLines, { requestId: randomUUID(), lines })).cart
    },
  }
}

/** Both slots of the built template filled with the portraits of a set. */
export function resourcesOf({ pictures: { first, favourite } }: BuiltPictureSet, name: string): Resource[] {
  const image = (fullId: string, shape: number, { uuid, width, height }: typeof first): ImageResource => ({
    fullId,
    type: 'IMAGE',
    image: {
      uuid,
      width,
      height,
      rotation: 0,
      cropRect: { x: 0, y: 100, width, height: Math.round(width / shape) },
      overrideEffect: 'original',
    },
  })
  return [
    image('front.large', 1.3, first),
    image('front.small', 1, favourite),
    { fullId: 'front.name', type: 'STRING', text: name },
  ]
}
