import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fault } from '../inputFaults.ts'
import { msg } from '../msg.ts'
import { language, nothing, time } from '../schemas.ts'
import { emailPattern, maxEmailLength } from './email.ts'
import { wrongPhone } from './failures.ts'

// lingui-set comment="What the shop answers when somebody cannot sign in or register"

/** 000 §3 User. */
export const user = () =>
  z.object({
    uuid: z.string(),
    name: z.string(),
    emailAddress: z.string(),
    mobilePhone: z.string(),
    address: z.object({
      address: z.string(),
      address2: z.string(),
      postalCode: z.string(),
      city: z.string(),
      state: z.string(),
    }),
    acceptMail: z.boolean(),
    isAnonymousUser: z.boolean(),
    isSimulated: z.boolean(),
    /**
     * Whether somebody has proved that they read the emails sent to the address. Only links in emails and sharing by email wait
     * for it.
     */
    isAddressProved: z.boolean(),
    lang: z.string(),
  })
export type User = z.infer<ReturnType<typeof user>>

/**
 * How the session is sent from now on: as an httpOnly cookie, or, on another site, bound to the caller's public key with access
 * tokens of ten minutes that are renewed by a signed nonce.
 */
export const sessionGrant = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cookie') }),
    z.object({ kind: z.literal('key'), sessionId: z.string(), accessToken: z.string(), expires: time() }),
  ])
export type SessionGrant = z.infer<ReturnType<typeof sessionGrant>>

export const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.email({ pattern: emailPattern, error: fault('email') }),
      z.maxLength(maxEmailLength, fault('email')),
    )

export const account = {
  existsByEmail: endpoint({
    name: 'account.existsByEmail',
    method: 'GET',
    path: '/sections/prophoto/ajax/user_exists_by_email.php',
    access: 'flow',
    changes: false,
    input: () => z.object({ email: email() }),
    answer: () => z.object({ exists: z.boolean() }),
    summary: 'Whether an account with this email address exists. Only for the holder of a flow token.',
  }),
  create: endpoint({
    name: 'account.create',
    method: 'POST',
    path: '/ajax/create.php',
    access: 'flow',
    changes: true,
    input: () =>
      z.object({
        email: email(),
        code: z.string(),
        acceptmail: z.boolean(),
        confirm_password: z.string(),
        termsofservice: z.literal(true),
        mobile: z.string(),
        // 000 §5: at least 6 characters at registration
        password: z.string().check(z.minLength(6, fault('password-short')), z.maxLength(200)),
      }),
    answer: () => z.object({ user: user(), session: sessionGrant() }),
    failures: {
      'account.exists': {
        status: 409,
        text: msg({ message: 'There is already an account with this email address. Please sign in.' }),
      },
      ...wrongPhone,
    },
    summary:
      'Creates an account, adds the picture sets of the code, signs in. A failure lists the invalid fields in `data`.',
  }),
  session: endpoint({
    name: 'account.session',
    method: 'GET',
    path: '/api/webshop/session',
    access: 'public',
    changes: false,
    input: nothing,
    answer: () => z.object({ user: z.nullable(user()) }),
    summary: 'The signed-in customer, or null.',
  }),
  signIn: endpoint({
    name: 'account.signIn',
    method: 'POST',
    path: '/api/webshop/session',
    access: 'public',
    changes: true,
    // 000 §5: at least 3 characters at sign-in, the username trimmed
    input: () =>
      z.object({
        email: email(),
        password: z.string().check(z.minLength(3, fault('password-short')), z.maxLength(200)),
        /** The consent to mail, if the form asked for it. */
        acceptmail: z.optional(z.boolean()),
      }),
    answer: () => z.object({ user: user(), session: sessionGrant() }),
    failures: {
      'account.wrong_password': {
        status: 401,
        text: msg({ message: 'The email address and the password do not belong together.' }),
      },
    },
    summary: 'Signs in; with a flow token, also adds the picture sets of its code.',
  }),
  signOut: endpoint({
    name: 'account.signOut',
    method: 'DELETE',
    path: '/api/webshop/session',
    access: 'public',
    changes: true,
    input: nothing,
    answer: nothing,
    summary: 'Ends the session on the server.',
  }),
  nonce: endpoint({
    name: 'account.nonce',
    method: 'POST',
    path: '/api/webshop/session/nonce',
    access: 'public',
    changes: true,
    input: nothing,
    answer: () => z.object({ nonce: z.string() }),
    summary: 'A nonce to sign for a renewal, valid once and for one minute.',
  }),
  renew: endpoint({
    name: 'account.renew',
    method: 'POST',
    path: '/api/webshop/session/renew',
    access: 'public',
    changes: true,
    input: () => z.object({ sessionId: z.string(), nonce: z.string(), signature: z.string() }),
    answer: () => z.object({ user: user(), session: sessionGrant() }),
    failures: {
      'account.session_ended': {
        status: 401,
        text: msg({ message: 'You have been signed out. Please sign in again.' }),
      },
    },
    summary: 'A new access token for a key-bound session.',
  }),
  patch: endpoint({
    name: 'account.patch',
    method: 'PATCH',
    path: '/api/webshop/user',
    access: 'customer',
    changes: true,
    input: () => z.object({ acceptMail: z.optional(z.boolean()), lang: z.optional(language()) }),
    answer: () => z.object({ user: user() }),
    summary: "Changes the customer's consent to emails, or the language.",
  }),
}
