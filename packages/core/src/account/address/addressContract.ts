import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { nothing } from '../../schemas.ts'
import { user } from '../contract.ts'

/** Proving that the customer reads the emails to the account's address. The link in the email opens a page of the server. */
export const addressProofs = {
  sendAddressLink: endpoint({
    name: 'account.sendAddressLink',
    method: 'POST',
    path: '/api/webshop/user/address-link',
    access: 'customer',
    changes: true,
    input: nothing,
    answer: () => z.object({ user: user() }),
    summary:
      'Sends the link again that confirms the address of the account, if it is not confirmed yet. It works once, for 7 days, and replaces the previous one.',
  }),
}
