import type { Cart, OrderLine } from '@portraitkit/core/cart/contract.ts'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import { CATALOGUE_PRODUCT, CATALOGUE_TYPE } from '@portraitkit/core/products/special.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { pictureAddresses } from '../derivatives/address.ts'
import type { CallContext } from '../feature.ts'
import { showHashedScenes } from '../template/showScene.ts'
import { type Chosen, type ClosedLine, chosenOf, type GoneLine } from './chosen.ts'
import { type Closed, datesOfSubjects } from './closed.ts'
import { scenesOf } from './collection.ts'
import { type ChosenLine, isCatalogueLine, isDigitalLine, isPrint } from './line.ts'

type Call = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>
/** Whose lines are shown: addresses of pictures are the customer's own. */
export type Viewer = Pick<Call, 'app' | 'provider' | 'customer'>

/** A line as the contract shows it. */
export function showLine(viewer: Viewer, line: ChosenLine, preview: ShownScene | null): OrderLine {
  const { uuid, product, quantity, linePrice, subjects, minimumQuantity } = line
  const common = {
    ...PLAIN,
    uuid,
    product,
    quantity,
    linePrice,
    actualLinePrice: linePrice,
    subjects,
  } as const
  if (isCatalogueLine(line)) {
    const { name, group, deliveryDays, maxQuantity } = line.catalogue
    return {
      ...common,
      description: [name, group].filter(Boolean).join(', '),
      canChangeQuantity: true,
      minimumQuantity,
      maximumQuantity: maxQuantity,
      catalogue: {
        uuid: line.catalogue.uuid,
        name,
        subject: { group, name: subjects[0]?.name ?? '' },
        deliveryTime: { days: deliveryDays },
      },
    }
  }
  if (isDigitalLine(line)) {
    return {
      ...common,
      description: [line.job, ...(line.picture === null ? [] : line.files.map(({ name }) => name))].join(', '),
      digitalFiles: previewFiles(line.files).map((file) => ({
        uuid: file.uuid,
        width: file.width,
        height: file.height,
        display: fileAddresses(viewer, line, file),
      })),
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
    sceneHash,
    preview,
  }
}

/** What most lines have not. */
const PLAIN = {
  type: 0,
  rebate: null,
  canChangeQuantity: false,
  minimumQuantity: 1,
  maximumQuantity: 1,
  subProductUuids: [],
  template: null,
  catalogue: null,
  isOffered: true,
  digitalFiles: [],
  sceneHash: null,
  preview: null,
} satisfies Partial<OrderLine>

/** A line of a job that takes no orders any more: as it was, without a price. */
function showEnded(viewer: Viewer, { line, closed }: ClosedLine, preview: ShownScene | null): OrderLine {
  const shown = showLine(viewer, line, preview)
  return { ...shown, canChangeQuantity: false, isOffered: false, ...showClosed(closed) }
}

function showClosed(closed: Closed | undefined): Pick<OrderLine, 'closed'> {
  return closed ? { closed: { name: closed.name, ...(closed.day && { day: closed.day }) } } : {}
}

/** A line that cannot be ordered any more: what it was, without a price. */
function showGone({ uuid, catalogue, quantity, name, subject, closed }: GoneLine): OrderLine {
  return {
    ...PLAIN,
    uuid,
    product: { uuid: CATALOGUE_PRODUCT, name, type: CATALOGUE_TYPE },
    quantity,
    description: name,
    linePrice: 0,
    actualLinePrice: 0,
    maximumQuantity: quantity,
    catalogue: { uuid: catalogue, name, subject: { group: subject.group, name: subject.name }, deliveryTime: null },
    isOffered: false,
    ...showClosed(closed),
    subjects: [{ uuid: subject.uuid, name: subject.name }],
  }
}

type FileLine = Extract<ChosenLine, { kind: 'digital' }>

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
  const all = [...chosen.lines, ...chosen.closed.map(({ line }) => line)]
  const shown = previews ? await previewsOf(call, all) : new Map<string, ShownScene>()
  const cart = showCart(call, chosen, shown)
  const ended = chosen.closed.map((each) => showEnded(call, each, shown.get(each.line.uuid) ?? null))
  return { ...cart, orderLines: [...cart.orderLines, ...ended, ...chosen.gone.map(showGone)] }
}

/** A cart of these lines, without fees. */
export function showCart(
  viewer: Viewer,
  { version, lines, jobs, totalPrice }: Chosen,
  previews: ReadonlyMap<string, ShownScene>,
): Cart {
  return {
    version,
    currency: viewer.provider.currency,
    orderLines: lines.map((line) => ({
      ...showLine(viewer, line, previews.get(line.uuid) ?? null),
      ...datesOfSubjects(
        jobs,
        line.subjects.map(({ uuid }) => uuid),
      ),
    })),
    summary: { totalPrice },
    rebateCode: null,
  }
}
