import type { App } from '../../platform/app.ts'
import { addressOf } from '../../platform/http/networkAddress.ts'
import { forgive, givePass, hasPass, type Limited } from '../../platform/http/throttle.ts'
import type { Provider } from '../../platform/provider/document.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Failed sign-ins: few for one account from one address, more for an address, which may be a whole school's. */
const accountAddressLimit = { kind: 'sign-in', limit: 10, windowMs: 15 * MINUTE_MS }
const addressLimit = { kind: 'sign-in-address', limit: 100, windowMs: 15 * MINUTE_MS }
/** For one account from wherever: whoever has many addresses guesses no faster. */
const accountLimit = { kind: 'sign-in-account', limit: 100, windowMs: HOUR_MS }
/** Above what all may try together answers come slowly, but they come: guessers must not be able to close the shop. */
const providerLimit = { kind: 'sign-in-provider', limit: 2000, windowMs: HOUR_MS, slowMs: 1500 }

/** What a sign-in counts for. An address without an account counts as one with it, so that nobody sees which it is. */
export async function signInLimits(app: App, { key }: Provider, email: string, ip: string): Promise<Limited[]> {
  const address = addressOf(ip)
  const ofAccount = { limit: accountLimit, who: email }
  return [
    { limit: accountAddressLimit, who: `${address} ${email}` },
    { limit: addressLimit, who: address },
    ...((await hasPass(app, key, passOf(email, ip))) ? [] : [ofAccount]),
    { limit: providerLimit, who: '' },
  ]
}

/**
 * Whoever has set a password by the link of a mail gets in, however many others go on guessing: what they used up is forgotten,
 * and for as long as they could use it up again it does not count for the address that the link was opened at.
 */
export async function forgiveSignIns(app: App, { key }: Provider, email: string, ip: string): Promise<void> {
  await forgive(app, key, { limit: accountLimit, who: email })
  await forgive(app, key, { limit: accountAddressLimit, who: `${addressOf(ip)} ${email}` })
  await givePass(app, key, passOf(email, ip))
}

const passOf = (email: string, ip: string): Limited => ({ limit: accountLimit, who: `${addressOf(ip)} ${email}` })
