import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { CallContext } from '../../platform/feature.ts'
import { lineUuid, readCart } from './collection.ts'
import { checkPackage } from './kinds/package/checkPackage.ts'
import { addLine } from './writeLine.ts'

/** Puts a package into the cart. */
export async function addPackage(
  { requestId, ...content }: InputOf<typeof carts.addPackage>,
  call: CallContext<'customer'>,
): Promise<void> {
  const { app, provider, customer } = call
  const { done } = await readCart(app, provider.key, customer.uuid)
  if (done.includes(requestId)) return
  const uuid = lineUuid(provider.key, customer.uuid, requestId, 0)
  const { line, scenes } = await checkPackage(content, call)
  await addLine(requestId, { uuid, ...line }, scenes, call)
}
