import type { Cart, OrderLine } from '@portraitkit/core/cart/contract.ts'
import { DISCOUNT_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { CallContext } from '../../platform/feature.ts'
import { boughtFiles } from '../rights/collection.ts'
import { showHashedScenes } from '../template/scenes/showScene.ts'
import { type ClosedSubject, datesOfSubjects } from './closedJobs.ts'
import type { Fee } from './fee.ts'
import { downloadsOf, kindOf, type PricedLine, printedOf } from './lineKinds.ts'
import { scenesOf } from './lineScenes.ts'
import { type PricedCart, priceCart, type UnsoldLine } from './priceCart.ts'
import { feeLine, PLAIN } from './summaryLine.ts'
import type { Viewer } from './viewer.ts'

type Call = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>

/** A line as the contract shows it. */
export function showLine(viewer: Viewer, line: PricedLine, previews: ReadonlyMap<string, ShownScene>): OrderLine {
  const { uuid, product, quantity, linePrice, rebate = 0, campaign, subjects } = line
  return {
    ...PLAIN,
    uuid,
    product,
    quantity,
    linePrice: linePrice + rebate,
    actualLinePrice: linePrice,
    rebate: rebate > 0 ? { linePrice: rebate, ...(campaign && { campaign }) } : null,
    subjects,
    ...kindOf(line).show(line, viewer, previews),
  }
}

/** A line that cannot be ordered, or no longer: its description, without a price. */
function showUnsold(
  viewer: Viewer,
  { line, closed, unseen }: UnsoldLine,
  previews: ReadonlyMap<string, ShownScene>,
): OrderLine {
  const orderLine = showLine(viewer, line, previews)
  return {
    ...orderLine,
    canChangeQuantity: false,
    isOffered: false,
    ...(orderLine.catalogue && { catalogue: { ...orderLine.catalogue, deliveryTime: null } }),
    ...(closed && { closed: showClosed(closed) }),
    ...(hasLostPicture({ closed, unseen }) && { hasLostPicture: true as const }),
    // what is withheld has no address here either
    ...(unseen && { digitalFiles: orderLine.digitalFiles.map((file) => ({ ...file, display: {} })) }),
  }
}

/** Whether a line is not sold because of a picture that its customer will not get, and nothing else. */
export const hasLostPicture = ({ closed, unseen }: Pick<UnsoldLine, 'closed' | 'unseen'>): boolean =>
  !closed && unseen === 'lost'

function showClosed({ name, day, isPaused }: ClosedSubject): OrderLine['closed'] {
  return { name, ...(day && { day }), ...(isPaused && { isPaused }) }
}

/** The previews of the printed parts by key, as the customer may see them. */
export async function previewsOf(
  { app, provider, customer }: Viewer,
  lines: readonly PricedLine[],
): Promise<Map<string, ShownScene>> {
  const printed = lines.flatMap(printedOf)
  const scenes = await scenesOf(app, provider.key, printed)
  const found = printed.flatMap(({ key, sceneHash: hash }) => {
    const scene = scenes.get(key)
    return scene ? [{ key, scene, hash }] : []
  })
  const previews = await showHashedScenes(app, provider, customer.uuid, found)
  return new Map(found.map(({ key }, index) => [key, previews[index] as ShownScene]))
}

/** The caller's cart, without previews if the caller already has them. */
export async function cartOf(call: Call, { previews }: { previews: boolean }): Promise<Cart> {
  const priced = await priceCart(call.app, call.provider, call.customer.uuid, call.language)
  const all = [...priced.lines, ...priced.unsold.map(({ line }) => line)]
  const scenes = previews ? await previewsOf(call, all) : new Map<string, ShownScene>()
  const viewer = all.some((line) => downloadsOf(line).length > 0)
    ? { ...call, bought: await boughtFiles(call.app, call.provider, call.customer.uuid) }
    : call
  const cart = showCart(viewer, priced, scenes)
  const unsold = priced.unsold.map((each) => ({
    ...showUnsold(viewer, each, scenes),
    ...(priced.moved.has(each.line.uuid) && { hasNewClass: true as const }),
  }))
  return { ...cart, orderLines: [...cart.orderLines, ...unsold] }
}

/** A voucher's reduction in the form of fees: one, or none. */
export function voucherFees({ voucher }: Pick<PricedCart, 'voucher'>): Fee[] {
  if (!voucher) return []
  const { name, discount, voucher: of } = voucher
  return [{ uuid: DISCOUNT_PRODUCT, kind: 'voucher', description: `${name} (${of.code})`, price: -discount }]
}

/** A cart of these lines with a voucher's reduction, without fees. */
export function showCart(viewer: Viewer, priced: PricedCart, previews: ReadonlyMap<string, ShownScene>): Cart {
  const { version, lines, missingLines, replaced, reduced, moved, jobs, totalPrice, rebateCode, voucherProblem } =
    priced
  return {
    version,
    currency: viewer.provider.currency,
    orderLines: [
      ...lines.map((line) => ({
        ...showLine(viewer, line, previews),
        ...(replaced.has(line.uuid) && { hasNewPicture: true as const }),
        ...(reduced.has(line.uuid) && { hasFewerPictures: true as const }),
        ...(moved.has(line.uuid) && { hasNewClass: true as const }),
        ...datesOfSubjects(jobs, line.subjects, viewer.provider, viewer.app.clock()),
      })),
      ...voucherFees(priced).map(feeLine),
    ],
    summary: { totalPrice },
    ...(missingLines > 0 && { missingLines }),
    ...(priced.unsold.length > 0 && { leftOut: leftOutOf(priced) }),
    rebateCode,
    ...(voucherProblem !== null && { rebateProblem: voucherProblem }),
  }
}

function leftOutOf({ unsold }: PricedCart): NonNullable<Cart['leftOut']> {
  return { lines: unsold.length, ...(unsold.some(hasLostPicture) && { hasLostPicture: true as const }) }
}
