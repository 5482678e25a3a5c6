import { formFaults } from '../formFaults.ts'

export const wrongPhone = {
  'account.phone': { status: 400, text: formFaults.phone },
} as const

/** The caller has not confirmed in the last minutes that it is the customer. */
export const unconfirmed = {
  'account.confirm': { status: 403, text: 'Please confirm first that it is you.' },
} as const

export const wrongPassword = {
  'account.password': { status: 403, text: 'This is not your password.' },
} as const
