import { formFaults } from '../formFaults.ts'
import { msg } from '../msg.ts'

// lingui-set comment="What the shop answers when somebody cannot sign in or register"

export const wrongPhone = {
  'account.phone': { status: 400, text: formFaults.phone },
} as const

/** The caller has not confirmed in the last minutes that it is the customer. */
export const unconfirmed = {
  'account.confirm': { status: 403, text: msg({ message: 'Please confirm first that it is you.' }) },
} as const

export const wrongPassword = {
  'account.password': { status: 403, text: msg({ message: 'This is not your password.' }) },
} as const
