import * as z from 'zod/mini'
import { closedFailures } from '../cart/closedFailures.ts'
import { endpoint } from '../endpoint.ts'
import { money, uuid } from '../schemas.ts'

/** Behind a downloaded cut-out: nothing at all. Else it is a background's uuid. */
export const TRANSPARENT = 'transparent'

/** What became of a toggle; analytics may hear it (DIG-6). */
const toggleResult = () =>
  z.object({
    /** Whether it lies in the cart now. */
    inCart: z.boolean(),
    product: z.object({ uuid: uuid(), name: z.string() }),
    /** What one costs this customer now. */
    price: money(),
    currency: z.string(),
  })
export type ToggleResult = z.infer<ReturnType<typeof toggleResult>>

/**
 * `inCart` is what the customer wants; where it is left out it becomes what it was not. `requestId` is the command's id, made
 * by the browser: the same command sent twice is done once.
 */
const toggleInput = () => ({ inCart: z.optional(z.boolean()), requestId: z.optional(uuid()) })

const fileNotFound = {
  'picture-sets.unknown': { status: 404, text: 'We could not find this picture set among yours.' },
} as const

export const toggleFailures = {
  ...fileNotFound,
  'digital-portraits.bought': { status: 409, text: 'You have bought this already.' },
  'digital-portraits.not_sold': { status: 409, text: 'These pictures cannot be bought as files just now.' },
  ...closedFailures,
  'digital-portraits.set_in_cart': { status: 409, text: 'The whole picture set is in your cart already.' },
  'digital-portraits.in_package': {
    status: 409,
    text: 'These pictures are part of a package in your cart. Please change the package there.',
  },
  'cart.full': { status: 409, text: 'Your cart is full. Please finish this order first.' },
} as const

/** 001 §2.6, §7: pictures to download. */
export const digitalPortraits = {
  toggleFile: endpoint({
    name: 'digital-portraits.toggleFile',
    method: 'POST',
    path: '/ajax/cart/toggle_digital_file_in_cart.php',
    access: 'customer',
    changes: true,
    input: () => z.object({ file: uuid(), ...toggleInput() }),
    answer: toggleResult,
    failures: toggleFailures,
    summary: 'Puts one picture into the cart, to download, or takes it out.',
  }),
  toggleSet: endpoint({
    name: 'digital-portraits.toggleSet',
    method: 'POST',
    path: '/ajax/cart/toggle_digital_set_in_cart.php',
    access: 'customer',
    changes: true,
    input: () => z.object({ pictureSet: uuid(), ...toggleInput() }),
    answer: toggleResult,
    failures: toggleFailures,
    summary:
      'Puts all pictures of a set into the cart, to download, or takes them out. Its single pictures leave the cart.',
  }),
  ticket: endpoint({
    name: 'digital-portraits.ticket',
    method: 'POST',
    path: '/api/webshop/tickets',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        /** A picture, or all that is bought of a set, by its subject's uuid: one of the two. */
        file: z.optional(uuid()),
        pictureSet: z.optional(uuid()),
        /** What green-screen pictures stand before: a background's uuid or 'transparent'; by default the job's own. */
        background: z.optional(z.string()),
      }),
    /** A whole address that downloads it once, within a minute. */
    answer: () => z.object({ href: z.string() }),
    failures: {
      ...fileNotFound,
      'digital-portraits.not_bought': { status: 403, text: 'Only what was bought can be downloaded.' },
      'digital-portraits.unknown_background': { status: 400, text: 'This picture has no such background.' },
    },
    summary: 'The way to one download of what was bought.',
  }),
}
