/** Why nothing of a set of pictures is put into a cart, changed to or ordered any more. The server fills the braces in. */
export const closedFailures = {
  'cart.closed': { status: 409, text: 'The pictures of {name} can no longer be ordered. The last day was {day}.' },
  'cart.archived': { status: 409, text: 'The pictures of {name} can no longer be ordered.' },
} as const
