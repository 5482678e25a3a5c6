/** Why nothing of a picture set can be added to a cart, changed or ordered any more. The server fills in the braces. */
export const closedFailures = {
  'cart.closed': { status: 409, text: 'The pictures of {name} can no longer be ordered. The last day was {day}.' },
  'cart.archived': { status: 409, text: 'The pictures of {name} can no longer be ordered.' },
  'cart.paused': { status: 409, text: 'A picture of {name} cannot be ordered for the moment.' },
} as const

export const cartFull = {
  'cart.full': { status: 409, text: 'Your cart is full. Please finish this order first.' },
} as const
