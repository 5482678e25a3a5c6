import type { Shop } from '../../shop.ts'
import { handOvers } from './handOverContract.ts'

/** How long a link waits for its code: without one the shop asks to sign in. */
const TIMEOUT_MS = 3000

/** The fragment of an address with the code of a hand-over. */
export const HAND_OVER_FRAGMENT = /^#pk-session=([\w-]+)$/

/**
 * The address with a code that takes the signed-in customer along to the shop's own site; without one if the address is not the
 * shop's, or no code arrives in time. The code works once, within 30 seconds.
 */
export async function signedInAddress({ call }: Pick<Shop, 'call'>, address: URL): Promise<string> {
  const target = new URL(address)
  target.hash = ''
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS))
  const made = call(handOvers.createHandOver, { target: target.href }).catch(() => undefined)
  const answer = await Promise.race([made, late])
  if (!answer) return address.href
  target.hash = `pk-session=${answer.code}`
  return target.href
}
