import type { DeliveryOption } from './contract.ts'

/** Whether a delivery option can no longer be chosen: express options expire, `expire` is the end in ISO 8601. */
export function isExpired({ expire }: Pick<DeliveryOption, 'expire'>, now: Date | number): boolean {
  return expire !== null && Number(now) >= Date.parse(expire)
}
