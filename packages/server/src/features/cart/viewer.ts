import type { CallContext } from '../../platform/feature.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import type { LineFile } from './line.ts'

/** The customer who sees the lines: picture addresses are the customer's own, and bought pictures carry no watermark. */
export type Viewer = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'> & { bought?: ReadonlySet<string> }

/** The source of the pictures shown for downloads. */
export function fileAddresses(
  { app, provider, customer, bought }: Viewer,
  subject: string | null,
  { uuid, background }: Pick<LineFile, 'uuid' | 'background'>,
) {
  return pictureAddresses(
    app,
    provider,
    customer.uuid,
    { uuid, subject },
    { use: 'display', bought: bought?.has(uuid) ?? false, background },
  )
}
