import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'

/** A customer may see a subject. The id is made from both, so that each pair has one grant. */
export type Grant = {
  _id: string
  provider: string
  customer: string
  subject: string
  /** How the customer got it. One by a share is valid only while a share of it is open; a code entered later replaces it. */
  source: 'code' | 'operator' | 'share'
  granted: Date
  /** When it was granted for the first time, if it was revoked since and granted again. */
  first?: Date
  /** With the source `code`: what stands for the code that it came by. Missing in those of earlier versions. */
  code?: string
  /** The request that created it: repeating that request, after a lost answer, gets the same answer. */
  request?: string
  /** When it was revoked; null while it is valid. */
  revoked: Date | null
  /** With the source `share`: the uuids of the shares whose links were opened, the latest last. */
  shares?: string[]
}

/** The grants of a shop. */
export function grantsOf(app: Pick<App, 'db'>, provider: string): ProviderCollection<Grant> {
  return providerCollection<Grant>(app, 'grants', provider)
}

/** The id of the grant of a subject to a customer, whether the grant exists or not. */
export function grantId(provider: string, customerUuid: string, subject: string): string {
  return createHash('sha256').update(`${provider} ${customerUuid} ${subject}`).digest('base64url').slice(0, 22)
}

/** `repeated`: the same request has granted it before. */
export type GrantOutcome = 'granted' | 'repeated' | 'known'

/** Whether this request is the one that created the grant. */
export async function wasGrantedBy(
  app: App,
  provider: string,
  id: string,
  request: string | undefined,
): Promise<boolean> {
  return request !== undefined && (await grantsOf(app, provider).count({ _id: id, request })) > 0
}
