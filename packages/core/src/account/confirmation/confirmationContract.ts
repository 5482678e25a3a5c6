import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { msg } from '../../msg.ts'
import { nothing } from '../../schemas.ts'
import { wrongPassword } from '../failures.ts'

// lingui-set comment="What the shop answers when a change of the account is not confirmed by password or code"

/** The digits of a code that is sent by email. */
export const CONFIRMATION_DIGITS = 6

/**
 * Calls by which a signed-in customer confirms their identity before the password is changed, the data exported or the account
 * deleted: without it these fail with `account.confirm`. It is valid for 15 minutes, for this session only; a sign-in counts as
 * one.
 */
export const confirmations = {
  confirm: endpoint({
    name: 'account.confirm',
    method: 'POST',
    path: '/api/webshop/confirmation',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: () => z.object({ password: z.string().check(z.maxLength(200)) }),
    answer: nothing,
    failures: wrongPassword,
    summary: 'Confirms with the current password that the signed-in person is the customer.',
  }),
  sendConfirmationCode: endpoint({
    name: 'account.sendConfirmationCode',
    method: 'POST',
    path: '/api/webshop/confirmation/code',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: nothing,
    answer: nothing,
    summary:
      'Sends a code to the address of the account. It works once, for 10 minutes, and replaces the previous one.',
  }),
  confirmByCode: endpoint({
    name: 'account.confirmByCode',
    method: 'PUT',
    path: '/api/webshop/confirmation/code',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: () => z.object({ code: z.string().check(z.trim(), z.maxLength(40)) }),
    answer: nothing,
    failures: {
      'account.confirmation_code': { status: 403, text: msg({ message: 'This code is wrong.' }) },
      'account.confirmation_code_ended': {
        status: 410,
        text: msg({ message: 'This code does not work any more. Please ask for a new one.' }),
      },
    },
    summary: 'Confirms with the emailed code that the signed-in person is the customer.',
  }),
}
