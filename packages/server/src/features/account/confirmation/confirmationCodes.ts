import { randomInt } from 'node:crypto'
import { CONFIRMATION_DIGITS } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import type { App } from '../../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { StoredCustomer } from '../collection.ts'

/** A code sent by email to confirm a session. A session has one: requesting another makes the former one useless. */
type ConfirmationCode = {
  /** The session's id. */
  _id: string
  provider: string
  customer: string
  /** The address to which it was sent; codes of an earlier version lack it. */
  email?: string
  /** Keyed with the server's secret: six digits could be found from a plain hash. */
  hash: string
  tries: number
  expires: Date
}

/** How long a code is valid, and how often it can be tried. */
export const CODE_MS = 10 * 60_000
export const CODE_TRIES = 5
const PURPOSE = 'confirmation code'

/** Creates a new code for a session, replacing the former one. */
export async function makeConfirmationCode(
  app: App,
  provider: Provider,
  { session, customer }: { session: string; customer: Pick<StoredCustomer, '_id' | 'email'> },
): Promise<string> {
  const code = String(randomInt(10 ** CONFIRMATION_DIGITS)).padStart(CONFIRMATION_DIGITS, '0')
  const change = {
    customer: customer._id,
    email: customer.email,
    hash: app.secrets.sign(PURPOSE, signedText(provider, session, code)),
    tries: 0,
    expires: new Date(app.clock().getTime() + CODE_MS),
  }
  const store = () => codesOf(app, provider).updateOne({ _id: session }, { $set: change }, { upsert: true })
  try {
    await store()
  } catch (error) {
    // Two first codes at the same moment: the later one replaces the other.
    if (!isDuplicate(error)) throw error
    await store()
  }
  return code
}

/** The outcome of a try: `right`, with the address to which the code was sent; `ended` if no code can be tried again. */
export type CodeOutcome = { outcome: 'right' | 'wrong' | 'ended'; email?: string | undefined }

/**
 * Tries a code. A correct one is used up. The attempt is counted before the code is compared, so that simultaneous attempts count
 * like successive ones.
 */
export async function tryConfirmationCode(
  app: App,
  provider: Provider,
  session: string,
  input: string,
): Promise<CodeOutcome> {
  const codes = codesOf(app, provider)
  const open = { _id: session, expires: { $gt: app.clock() }, tries: { $lt: CODE_TRIES } }
  const stored = await codes.findOneAndUpdate(open, { $inc: { tries: 1 } })
  if (!stored) return { outcome: 'ended' }
  const { hash, tries, email } = stored
  const code = input.replace(/\s/g, '')
  if (!app.secrets.verify(PURPOSE, signedText(provider, session, code), hash)) {
    return { outcome: tries >= CODE_TRIES - 1 ? 'ended' : 'wrong' }
  }
  const { deletedCount } = await codes.deleteOne({ _id: session, hash })
  return deletedCount === 1 ? { outcome: 'right', email } : { outcome: 'ended' }
}

function codesOf(app: App, provider: Provider): ProviderCollection<ConfirmationCode> {
  return providerCollection<ConfirmationCode>(app, 'confirmationCodes', provider.key)
}

const signedText = (provider: Provider, session: string, code: string) => `${provider.key} ${session} ${code}`
