import type { CallContext, Opening } from '../../platform/feature.ts'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import { networkAddress } from '../../platform/networkAddress.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { GUESSING } from './codeStrength.ts'
import { codeLookupKey } from './codes.ts'
import { findOpening } from './openings.ts'

const HOUR_MS = 60 * 60_000
/**
 * Limits wrong codes, from one address and from all together, to the numbers for which the strength of codes is calculated. Above
 * the shared limit, answers become slow but still come: guessers must not be able to close the shop to everybody else. A school
 * or a telephone company may have one address for hundreds of parents: each correct code from an address allows one more mistyped
 * code, up to 60 in all. Above that the answer no longer says whether a code is correct.
 */
const addressLimit = { kind: 'code', limit: GUESSING.wrongCodesPerHour, windowMs: HOUR_MS, earns: 50 }
const providerLimit = {
  kind: 'code-provider',
  limit: GUESSING.wrongCodesPerHour * GUESSING.addresses,
  windowMs: HOUR_MS,
  slowMs: 1500,
}

/** What a code, or the link of a share, opens. */
export type OpenedSets = Pick<Opening, 'code' | 'share'> & { sets: DeliveredSet[] }

/** The picture sets of a code or of a share's link; none if it is wrong, which counts against the limits. */
export async function setsOfCode(call: CallContext, code: string): Promise<OpenedSets> {
  const { app, provider, http } = call
  const limits: Limited[] = [
    { limit: addressLimit, who: networkAddress(http.ip) },
    { limit: providerLimit, who: '' },
  ]
  const found = await throttled(call, limits, async () => {
    const { subjects, ...by } = await findOpening(app, provider, code)
    const sets = await findDeliveredSets(app, provider.key, subjects)
    const isRight = sets.length > 0
    return { failed: !isRight, answer: { sets, ...by }, earned: isRight ? codeLookupKey(code) : undefined }
  })
  if (found.sets.length === 0) recordSecurityEvent(call, { event: 'code-wrong' })
  return found
}
