import type { CallContext } from '../../platform/feature.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import type { BoughtFiles } from '../rights/collection.ts'
import type { LineFile } from './line.ts'

/**
 * The customer who sees the lines: picture addresses are the customer's own, and bought pictures carry no watermark. Lines of an order are
 * `ordered`: they show the files that were bought.
 */
export type Viewer = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'> & {
  bought?: BoughtFiles
  ordered?: boolean
}

/** The source of the pictures shown for downloads. */
export function fileAddresses(
  { app, provider, customer, bought, ordered = false }: Viewer,
  subject: string | null,
  { uuid, background, version }: Pick<LineFile, 'uuid' | 'background'> & { version: string | null },
) {
  return pictureAddresses(
    app,
    provider,
    customer.uuid,
    { uuid, version, subject },
    { use: 'display', bought: bought?.get(uuid)?.includes(version) ?? false, background, ordered },
  )
}
