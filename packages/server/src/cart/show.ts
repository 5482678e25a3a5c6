import type { Cart, OrderLine } from '@portraitkit/core/cart/contract.ts'
import { previewFiles } from '@portraitkit/core/cart/files.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { pictureAddresses } from '../derivatives/address.ts'
import type { CallContext } from '../feature.ts'
import { showHashedScenes } from '../template/showScene.ts'
import { type Chosen, chosenOf } from './chosen.ts'
import { scenesOf } from './collection.ts'
import { type ChosenLine, isPrint } from './line.ts'

type Call = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>
/** Whose lines are shown: addresses of pictures are the customer's own. */
export type Viewer = Pick<Call, 'app' | 'provider' | 'customer'>

/** A line as the contract shows it. */
export function showLine(viewer: Viewer, line: ChosenLine, preview: ShownScene | null): OrderLine {
  const { uuid, product, quantity, linePrice, subjects, minimumQuantity } = line
  const common = { uuid, type: 0, product, quantity, linePrice, actualLinePrice: linePrice, rebate: null } as const
  if (!isPrint(line)) {
    return {
      ...common,
      description: [line.job, ...(line.picture === null ? [] : line.files.map(({ name }) => name))].join(', '),
      canChangeQuantity: false,
      minimumQuantity: 1,
      maximumQuantity: 1,
      subProductUuids: [],
      template: null,
      subjects,
      digitalFiles: previewFiles(line.files).map((file) => ({
        uuid: file.uuid,
        width: file.width,
        height: file.height,
        display: fileAddresses(viewer, line, file),
      })),
      sceneHash: null,
      preview: null,
    }
  }
  const { template, subProducts, sceneHash } = line
  return {
    ...common,
    description: [template.name, ...subProducts.map(({ name }) => name)].filter(Boolean).join(', '),
    canChangeQuantity: true,
    minimumQuantity,
    maximumQuantity: null,
    subProductUuids: subProducts.map((each) => each.uuid),
    template: { ...template, data: { userResources: line.resources, year: line.year } },
    subjects,
    digitalFiles: [],
    sceneHash,
    preview,
  }
}

type FileLine = Exclude<ChosenLine, { kind: 'print' }>

function fileAddresses({ app, provider, customer }: Viewer, line: FileLine, file: FileLine['files'][number]) {
  const seen = { uuid: file.uuid, subject: line.subjects[0]?.uuid ?? null }
  return pictureAddresses(app, provider, customer.uuid, seen, {
    use: 'display',
    bought: false,
    background: file.background,
  })
}

/** The previews of prints by the uuid of the line, as the customer may see them. */
export async function previewsOf(
  { app, provider, customer }: Viewer,
  lines: readonly ChosenLine[],
): Promise<Map<string, ShownScene>> {
  const prints = lines.filter(isPrint)
  const scenes = await scenesOf(app, provider.key, prints)
  const kept = prints.flatMap(({ uuid, sceneHash: hash }) => {
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
  viewer: Viewer,
  { version, lines, totalPrice }: Chosen,
  previews: ReadonlyMap<string, ShownScene>,
): Cart {
  return {
    version,
    currency: viewer.provider.currency,
    orderLines: lines.map((line) => showLine(viewer, line, previews.get(line.uuid) ?? null)),
    summary: { totalPrice },
    rebateCode: null,
  }
}
