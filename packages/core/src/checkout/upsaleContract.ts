import * as z from 'zod/mini'
import { cart, catalogueFailures, chosenCatalogue } from '../cart/contract.ts'
import { toggleFailures } from '../digital-portraits/contract.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../schemas.ts'
import { deliveryMethod, unknownCheckout } from './contract.ts'

/** Made by the browser: the same command sent twice is done once. */
const requestId = () => z.optional(uuid())

/** 000 §7: what is added to the cart on the way to the order. What is paid is another cart then: begin its checkout anew. */
export const upsales = {
  addDigitalSets: endpoint({
    name: 'checkout.addDigitalSets',
    method: 'POST',
    path: '/api/webshop/checkout/:checkoutUuid/digital-sets',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        checkoutUuid: uuid(),
        requestId: requestId(),
        data: z.object({
          subjects: z
            .array(z.object({ uuid: uuid(), name: z.string().check(z.maxLength(200)) }))
            .check(z.minLength(1), z.maxLength(50)),
        }),
      }),
    answer: () => z.object({ cart: cart() }),
    failures: { ...unknownCheckout, ...toggleFailures },
    summary: 'Puts whole picture sets into the cart, to download: all, or, where one cannot be had, none.',
  }),
  addCatalogues: endpoint({
    name: 'checkout.addCatalogues',
    method: 'POST',
    path: '/api/webshop/checkout/:checkoutUuid/catalogues',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        checkoutUuid: uuid(),
        requestId: requestId(),
        catalogues: z.array(chosenCatalogue()).check(z.minLength(1), z.maxLength(50)),
      }),
    answer: () =>
      z.object({
        cart: cart(),
        catalogueMaxDeliveryTime: z.nullable(z.int()),
        deliveryOptions: z.array(deliveryMethod()),
      }),
    failures: { ...unknownCheckout, ...catalogueFailures },
    summary: 'Adds catalogues to the cart, and answers how it can be delivered now.',
  }),
}
