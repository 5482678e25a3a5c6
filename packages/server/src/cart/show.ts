import type { Cart, OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { CallContext } from '../feature.ts'
import { showHashedScenes } from '../template/showScene.ts'
import { type Chosen, type ChosenLine, chosenOf } from './chosen.ts'
import { scenesOf } from './collection.ts'

/** A line as the contract shows it. */
export function showLine(line: ChosenLine, preview: ShownScene | null): OrderLine {
  const { uuid, product, quantity, linePrice, template, subProducts, subjects, sceneHash } = line
  return {
    uuid,
    type: 0,
    product,
    quantity,
    description: [template.name, ...subProducts.map(({ name }) => name)].filter(Boolean).join(', '),
    linePrice,
    actualLinePrice: linePrice,
    rebate: null,
    canChangeQuantity: true,
    minimumQuantity: line.minimumQuantity,
    maximumQuantity: null,
    subProductUuids: subProducts.map((each) => each.uuid),
    template: { ...template, data: { userResources: line.resources, year: line.year } },
    subjects,
    sceneHash,
    preview,
  }
}

type Call = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>

/** The previews of lines by the uuid of the line, as the customer may see them. */
export async function previewsOf(
  { app, provider, customer }: Pick<Call, 'app' | 'provider' | 'customer'>,
  lines: readonly ChosenLine[],
): Promise<Map<string, ShownScene>> {
  const scenes = await scenesOf(app, provider.key, lines)
  const kept = lines.flatMap(({ uuid, sceneHash: hash }) => {
    const scene = scenes.get(uuid)
    return scene ? [{ uuid, scene, hash }] : []
  })
  const shown = await showHashedScenes(app, provider, customer.uuid, kept)
  return new Map(kept.map(({ uuid }, index) => [uuid, shown[index] as ShownScene]))
}

/** The cart of the caller, with previews or, where the caller has them already, without. */
export async function cartOf(call: Call, { previews }: { previews: boolean }): Promise<Cart> {
  const chosen = await chosenOf(call.app, call.provider, call.customer.uuid, call.language)
  return showCart(call, chosen, previews ? await previewsOf(call, chosen.lines) : new Map())
}

/** A cart of these lines, without fees. */
export function showCart(
  { provider }: Pick<Call, 'provider'>,
  { version, lines, totalPrice }: Chosen,
  previews: ReadonlyMap<string, ShownScene>,
): Cart {
  return {
    version,
    currency: provider.currency,
    orderLines: lines.map((line) => showLine(line, previews.get(line.uuid) ?? null)),
    summary: { totalPrice },
    rebateCode: null,
  }
}
