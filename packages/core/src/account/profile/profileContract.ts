import * as z from 'zod/mini'
import { type AnswerOf, endpoint } from '../../endpoint.ts'
import { fault, type InputFaultCode } from '../../inputFaults.ts'
import { msg } from '../../msg.ts'
import { nothing, time } from '../../schemas.ts'
import { user } from '../contract.ts'
import { unconfirmed, wrongPassword, wrongPhone } from '../failures.ts'
import { contactPatterns } from './contactPatterns.ts'
import { inspectionSubject } from './inspectionSubject.ts'

// lingui-set comment="What the shop answers when the data of an account cannot be changed"

/** A device on which a customer is signed in. */
export const device = () =>
  z.object({
    id: z.string(),
    /** The session that makes this call. */
    current: z.boolean(),
    created: time(),
    lastUsed: time(),
    /** Browser and system in a few words, such as `Firefox, Android`; empty if unknown. */
    name: z.string(),
    /** The operator who acts as the customer there, if any. */
    operator: z.nullable(z.string()),
  })
export type Device = z.infer<ReturnType<typeof device>>

const contactLine = (field: keyof typeof contactPatterns, maxLength: number, code: InputFaultCode) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(contactPatterns[field], fault(code)))

/** The password, which confirms the customer's identity; not needed after a confirmation. */
const password = () => z.object({ password: z.optional(z.string().check(z.maxLength(200))) })

const wrongConfirmation = { ...unconfirmed, ...wrongPassword } as const

/** The customer's own account data, for display and changes. */
export const profile = {
  data: endpoint({
    name: 'account.data',
    method: 'GET',
    path: '/sections/my-account/ajax/get_account_data.php',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () =>
      z.object({
        packageForInspectionSubjects: z.array(inspectionSubject()),
        /** Whether there are new pictures instead of ordered ones about which the customer can decide. */
        hasRetakes: z.boolean(),
      }),
    summary: 'Which entries the menu of the account area shows.',
  }),
  update: endpoint({
    name: 'account.update',
    method: 'POST',
    path: '/ajax/user/update_user_info.php',
    access: 'customer',
    changes: true,
    // address2 and state only if the provider asks for them
    input: () =>
      z.object({
        name: contactLine('name', 100, 'full-name'),
        address: contactLine('address', 200, 'address'),
        address2: z.optional(z.string().check(z.trim(), z.maxLength(200))),
        postal_code: contactLine('postal_code', 20, 'postal-code'),
        city: contactLine('city', 100, 'city'),
        state: z.optional(z.string().check(z.trim(), z.maxLength(50))),
        mobile: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
      }),
    answer: () => z.object({ user: user() }),
    failures: wrongPhone,
    summary: "Changes the customer's name, address and mobile phone. A failure lists the invalid fields in `data`.",
  }),
  devices: endpoint({
    name: 'account.devices',
    method: 'GET',
    path: '/api/webshop/sessions',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.object({ sessions: z.array(device()) }),
    summary: 'The devices on which the customer is signed in, the most recently used first.',
  }),
  endDevice: endpoint({
    name: 'account.endDevice',
    method: 'DELETE',
    path: '/api/webshop/sessions/:id',
    access: 'customer',
    changes: true,
    input: () => z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: () => z.object({ sessions: z.array(device()) }),
    failures: {
      'account.unknown_device': { status: 404, text: msg({ message: 'This device is not signed in any more.' }) },
    },
    summary: 'Signs the customer out on one device.',
  }),
  export: endpoint({
    name: 'account.export',
    method: 'POST',
    path: '/api/webshop/user/export',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: password,
    // All personal data that the shop stores about the customer, by collection: a document for people, not for programs.
    answer: () => z.object({ made: time(), data: z.record(z.string(), z.unknown()) }),
    failures: wrongConfirmation,
    summary:
      'All data that the shop has about the customer. Needs the password, or a confirmation from the last 15 minutes.',
  }),
  delete: endpoint({
    name: 'account.delete',
    method: 'POST',
    path: '/api/webshop/user/delete',
    access: 'customer',
    changes: true,
    ownerOnly: true,
    input: password,
    answer: () =>
      z.object({
        receipt: z.object({ uuid: z.string(), deleted: time(), keptOrders: z.array(z.string()) }),
      }),
    failures: {
      ...wrongConfirmation,
      'account.payment_open': {
        status: 409,
        text: msg({ message: 'A payment is still open. Please finish or cancel it, or try again in an hour.' }),
      },
    },
    summary:
      'Deletes the account and ends its sessions. Orders are kept as long as the law requires; an email confirms the deletion. Needs the password, or a confirmation from the last 15 minutes.',
  }),
}

/** What other features add to the account page. */
export type ProfileData = AnswerOf<typeof profile.data>
