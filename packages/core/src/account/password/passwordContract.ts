import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { fault } from '../../inputFaults.ts'
import { msg } from '../../msg.ts'
import { email } from '../contract.ts'
import { unconfirmed } from '../failures.ts'
import { minChangedPasswordLength, minResetPasswordLength } from './passwordRules.ts'

// lingui-set comment="What the shop answers when a password cannot be changed"

/**
 * The key as in the email's link. Any text is accepted, so that a damaged link counts as an unknown key and not as invalid input.
 */
const key = () => z.string().check(z.maxLength(300))

/** Calls for forgotten and changed passwords. */
export const passwords = {
  remind: endpoint({
    name: 'account.remind',
    method: 'GET',
    path: '/sections/prophoto/ajax/send_password_reminder.php',
    access: 'public',
    changes: true,
    input: () => z.object({ email: email(), json: z.optional(z.literal('1')) }),
    answer: () => z.object({ message: z.string() }),
    summary:
      'Sends a link to choose a new password to this address if it has an account. The answer is the same if it has none.',
  }),
  checkResetKey: endpoint({
    name: 'account.checkResetKey',
    method: 'GET',
    path: '/api/webshop/reset-password/:key',
    access: 'public',
    changes: false,
    input: () => z.object({ key: key() }),
    answer: () => z.object({ valid: z.boolean() }),
    summary: 'Whether the key from an email can still be used. Checking does not use it up.',
  }),
  reset: endpoint({
    name: 'account.reset',
    method: 'POST',
    path: '/api/webshop/reset-password/:key',
    access: 'public',
    changes: true,
    input: () =>
      z.object({
        key: key(),
        password: z
          .string()
          .check(z.trim(), z.minLength(minResetPasswordLength, fault('password-short')), z.maxLength(200)),
      }),
    answer: () => z.object({ success: z.literal(true) }),
    failures: {
      'account.reset_key': {
        status: 404,
        text: msg({ message: 'Sorry, no account connected to this key', context: 'failure' }),
      },
    },
    summary: 'Sets a new password with the key from an email, once, and ends every session of the customer.',
  }),
  changePassword: endpoint({
    name: 'account.changePassword',
    method: 'POST',
    path: '/ajax/user/update_password.php',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: () =>
      z.object({
        password: z
          .string()
          .check(z.minLength(minChangedPasswordLength, fault('new-password-short')), z.maxLength(200)),
        reTypePassword: z.string(),
      }),
    answer: () => z.object({ status: z.literal('OK') }),
    failures: unconfirmed,
    summary:
      'Changes the password and ends every other session of the customer, who is notified by email. Needs a confirmation from the last 15 minutes.',
  }),
}
