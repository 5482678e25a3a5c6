import { msg } from '../msg.ts'

// lingui-set comment="What the shop answers when the shopping cart cannot be changed"

/** Why nothing of a picture set can be added to a cart, changed or ordered any more. The server fills in the braces. */
export const closedFailures = {
  'cart.closed': {
    status: 409,
    text: msg({
      message: 'The pictures of {name} can no longer be ordered. The last day was {day}.',
      comment: 'name: a child; day: a date',
    }),
  },
  'cart.archived': {
    status: 409,
    text: msg({
      message: 'The pictures of {name} can no longer be ordered.',
      context: 'failure',
      comment: 'name: a child',
    }),
  },
  'cart.paused': {
    status: 409,
    text: msg({ message: 'A picture of {name} cannot be ordered for the moment.', comment: 'name: a child' }),
  },
} as const

/** Why lines that are in the cart already cannot be ordered. Says nothing about whose picture has been corrected. */
export const unsoldFailures = {
  ...closedFailures,
  'cart.picture_lost': {
    status: 409,
    text: msg({
      message:
        'A picture in your cart is no longer available. In the cart you can choose another picture or delete the product.',
    }),
  },
} as const

export const cartFull = {
  'cart.full': { status: 409, text: msg({ message: 'Your cart is full. Please finish this order first.' }) },
} as const
