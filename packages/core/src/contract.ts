import { access } from './access/contract.ts'
import { addressProofs } from './account/address/addressContract.ts'
import { confirmations } from './account/confirmation/confirmationContract.ts'
import { account } from './account/contract.ts'
import { handOvers } from './account/handOver/handOverContract.ts'
import { passwords } from './account/password/passwordContract.ts'
import { profile } from './account/profile/profileContract.ts'
import { backgrounds } from './backgrounds/contract.ts'
import { browsing } from './browsing/contract.ts'
import { carts } from './cart/contract.ts'
import { catalogues } from './catalogues/contract.ts'
import { postalAddresses } from './checkout/addressContract.ts'
import { checkout } from './checkout/contract.ts'
import { upsales } from './checkout/upsaleContract.ts'
import { content } from './content/contract.ts'
import { digitalPortraits } from './digital-portraits/contract.ts'
import { editor } from './editor/contract.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { inspections } from './inspection/contract.ts'
import { orders } from './orders/contract.ts'
import { photoPackages } from './photo-packages/contract.ts'
import { pictureSets } from './picture-sets/contract.ts'
import { products } from './products/contract.ts'
import { provider } from './provider/contract.ts'
import { reminders } from './reminders/contract.ts'
import { retakes } from './retakes/contract.ts'
import { sharing } from './sharing/contract.ts'
import { support } from './support/contract.ts'
import { templates } from './template/contract.ts'
import { uploads } from './uploads/contract.ts'

/**
 * Every call of the shop, by feature. For the server, the reference and the tests; a browser imports the contract of the
 * feature it shows, never this list.
 */
export const contract = {
  provider,
  account: { ...account, ...profile, ...passwords, ...confirmations, ...addressProofs, ...handOvers },
  access,
  backgrounds,
  uploads,
  products,
  template: templates,
  catalogues,
  'photo-packages': photoPackages,
  cart: carts,
  'picture-sets': pictureSets,
  inspection: inspections,
  browsing,
  editor,
  'digital-portraits': digitalPortraits,
  orders,
  reminders,
  retakes,
  checkout: { ...checkout, ...postalAddresses, ...upsales },
  sharing,
  content,
  support,
} as const satisfies Record<string, Record<string, AnyEndpoint>>

/** The name of a call, such as `cart.get`: with a feature, what is written about its calls elsewhere does not compile. */
export type CallName = `${keyof typeof contract}.${string}`

export const endpoints: readonly AnyEndpoint[] = Object.values(contract).flatMap((calls) =>
  Object.values<AnyEndpoint>(calls),
)
