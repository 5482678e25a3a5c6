import type { DeliveryOption } from './contract.ts'

/** Whether a delivery option can no longer be chosen: express options expire, `expire` is the end in ISO 8601. */
export function isExpired({ expire }: Pick<DeliveryOption, 'expire'>, now: Date): boolean {
  return expire !== null && now >= new Date(expire)
}
