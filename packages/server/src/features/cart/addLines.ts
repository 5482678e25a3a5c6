import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { lineUuid, pushLines, readCart } from './collection.ts'
import type { NewScene } from './kinds/kind.ts'
import { checkPrint, type PrintLine } from './kinds/print.ts'
import { keepScenes } from './lineScenes.ts'
import { asSeen } from './seenLines.ts'

/** Puts designs into the cart to be printed: all of them, or none if one is not available. */
export async function addLines(
  { requestId, lines: inputs }: InputOf<typeof carts.addLines>,
  call: CallContext<'customer'>,
): Promise<void> {
  const { app, provider, customer } = call
  const { done } = await readCart(app, provider.key, customer.uuid)
  if (done.includes(requestId)) return
  const lines: PrintLine[] = []
  const scenes: Array<NewScene & { line: string }> = []
  for (const [index, each] of inputs.entries()) {
    const uuid = lineUuid(provider.key, customer.uuid, requestId, index)
    const { line, scene } = await checkPrint(each, index, call)
    lines.push({ uuid, ...line })
    scenes.push({ line: uuid, ...scene })
  }
  await keepScenes(app, provider.key, scenes)
  const outcome = await pushLines(app, provider.key, customer.uuid, requestId, await asSeen(call, lines))
  if (outcome === 'full') throw new Failure('cart.full')
}
