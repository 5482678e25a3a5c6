import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { msg } from '../../msg.ts'
import { user } from '../contract.ts'

/** The address of a page, without a fragment. */
const page = () => z.string().check(z.maxLength(2000))

/**
 * A customer who is signed in on a page of another site, and follows a link to the shop's own site, is signed in there too: the link
 * carries a code that works once.
 */
export const handOvers = {
  createHandOver: endpoint({
    name: 'account.createHandOver',
    method: 'POST',
    path: '/api/webshop/session/hand-over',
    access: 'customer',
    changes: true,
    input: () => z.object({ target: page() }),
    answer: () => z.object({ code: z.string() }),
    failures: {
      'account.no_hand_over': {
        status: 409,
        text: msg({
          message: 'You stay signed in on this page only.',
          comment: 'Answer to a page that wants to take its customer along to an address outside the shop',
        }),
      },
    },
    summary:
      'A code for a link from a page of another site to a page of the shop, where it opens a session of the same customer: once, within 30 seconds, and only at this address.',
  }),
  acceptHandOver: endpoint({
    name: 'account.acceptHandOver',
    method: 'POST',
    path: '/api/webshop/session/accept',
    access: 'public',
    changes: true,
    input: () =>
      z.object({
        code: z.string().check(z.maxLength(100)),
        /** The address of this page. */
        target: page(),
        /** The origin of the page with the link, as the browser names it in `document.referrer`. */
        referrer: page(),
        /** The visitor has agreed to no longer be signed in as somebody else. */
        agreed: z.optional(z.boolean()),
      }),
    answer: () =>
      z.object({
        /** The customer who is signed in from now on; null if the visitor has to be asked first. */
        user: z.nullable(user()),
        /** Somebody else is signed in here: the address of the customer who arrives, and the code for the answer. */
        question: z.nullable(z.object({ code: z.string(), emailAddress: z.string() })),
      }),
    failures: {
      'account.hand_over_ended': {
        status: 410,
        text: msg({ message: 'Please sign in first.', comment: 'Answer to a link that signs in, if it has expired' }),
      },
    },
    summary: 'Opens a session with the code of a link from a page of another site, on which the customer is signed in.',
  }),
}
