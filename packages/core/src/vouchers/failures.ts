import { msg } from '../msg.ts'

// lingui-set comment="What the shop answers when a voucher's code does not apply"

/** Why a voucher does not apply. The server fills in the braces. */
export const voucherFailures = {
  'voucher.unknown': { status: 404, text: msg({ message: 'This code is unknown. Please check the spelling.' }) },
  'voucher.not_now': { status: 409, text: msg({ message: 'This code cannot be used just now.' }) },
  'voucher.used': { status: 409, text: msg({ message: 'You have used this code before. It can be used once.' }) },
  'voucher.used_up': { status: 409, text: msg({ message: 'This code has been used up.' }) },
  'voucher.other_products': {
    status: 409,
    text: msg({ message: 'This code is for other products than those in your cart.' }),
  },
  'voucher.least': {
    status: 409,
    text: msg({
      message: 'This code can be used from {price} on.',
      comment: 'price: with its currency, such as €20.00',
    }),
  },
} as const
export type VoucherFailure = keyof typeof voucherFailures
