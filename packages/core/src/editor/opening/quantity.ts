/** The quantity to buy (001 §5): none, or at least the product's minimum. */

/** What a typed quantity means: anything but an integer, or one below the minimum, is 0. */
export function parseQuantity(input: string, minimum: number): number {
  const trimmed = input.trim()
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : 0
  return value < minimum ? 0 : Math.min(value, MAX_QUANTITY)
}

/** Plus raises to at least the minimum. */
export function increaseQuantity(quantity: number, minimum: number): number {
  return Math.min(Math.max(quantity + 1, minimum), MAX_QUANTITY)
}

/** Minus stops at 0; below the minimum nothing can be ordered, so it goes there at once. */
export function decreaseQuantity(quantity: number, minimum: number): number {
  return quantity - 1 < minimum ? 0 : quantity - 1
}

/** The maximum quantity of a line in the cart. */
const MAX_QUANTITY = 999
