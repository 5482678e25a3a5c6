import type { App } from '../../../platform/app.ts'
import { exemptFromLimit, isExemptFromLimit, type Limited, resetLimit } from '../../../platform/http/throttle.ts'
import { networkAddress } from '../../../platform/networkAddress.ts'
import type { Provider } from '../../../platform/provider/document.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Failed sign-ins: few for one account from one address, more for an address, which may belong to a whole school. */
const accountAddressLimit = { kind: 'sign-in', limit: 10, windowMs: 15 * MINUTE_MS }
const addressLimit = { kind: 'sign-in-address', limit: 100, windowMs: 15 * MINUTE_MS }
/** For one account from anywhere: having many addresses makes guessing no faster. */
const accountLimit = { kind: 'sign-in-account', limit: 100, windowMs: HOUR_MS }
/** Above the shared limit, answers become slow but still come: guessers must not be able to close the shop. */
const providerLimit = { kind: 'sign-in-provider', limit: 2000, windowMs: HOUR_MS, slowMs: 1500 }

/** The limits of a sign-in. An address without an account has the same ones, so that nobody can tell the difference. */
export async function signInLimits(app: App, { key }: Provider, email: string, ip: string): Promise<Limited[]> {
  const address = networkAddress(ip)
  const ofAccount = { limit: accountLimit, who: email }
  return [
    { limit: accountAddressLimit, who: `${address} ${email}` },
    { limit: addressLimit, who: address },
    ...((await isExemptFromLimit(app, key, passOf(email, ip))) ? [] : [ofAccount]),
    { limit: providerLimit, who: '' },
  ]
}

/**
 * A customer who has set a password by the link in an email gets in, however many others continue guessing: their failures are
 * reset, and while they could use the limit up again, it does not apply to the address at which the link was opened.
 */
export async function resetSignInLimits(app: App, { key }: Provider, email: string, ip: string): Promise<void> {
  await resetLimit(app, key, { limit: accountLimit, who: email })
  await resetLimit(app, key, { limit: accountAddressLimit, who: `${networkAddress(ip)} ${email}` })
  await exemptFromLimit(app, key, passOf(email, ip))
}

const passOf = (email: string, ip: string): Limited => ({ limit: accountLimit, who: `${networkAddress(ip)} ${email}` })
