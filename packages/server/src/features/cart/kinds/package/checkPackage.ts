import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { ChosenItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { Failure, wrongField } from '../../../../platform/failure.ts'
import type { CallContext } from '../../../../platform/feature.ts'
import { factsOf } from '../../../../platform/rules/facts.ts'
import { unavailableReason } from '../../../photo-packages/availability.ts'
import {
  checkChoice,
  type PackageViewer,
  packageViewerOf,
  setOf,
  templateFor,
} from '../../../photo-packages/checkChoice.ts'
import type { FoundItem } from '../../../photo-packages/itemParts.ts'
import { offeredPackages } from '../../../photo-packages/offeredPackages.ts'
import { availabilityQueryOf } from '../../../photo-packages/openPackage.ts'
import { checkDesign } from '../../checkDesign.ts'
import { refuseClosed } from '../../closedJobs.ts'
import type { NewScene } from '../kind.ts'
import { reasonForLine } from './packageItems.ts'
import type { PackageLine, PackagePiece } from './packageLine.ts'

type Call = CallContext<'customer'>
type Content = Omit<InputOf<typeof carts.addPackage>, 'requestId'>
type CheckedPiece = { piece: PackagePiece; scene: NewScene | null; subjects: string[] }

/** A package without its uuid, after checking everything that a browser could send wrongly or forge. */
export async function checkPackage(
  { package: named, subject, packageItems }: Content,
  call: Call,
): Promise<{ line: Omit<PackageLine, 'uuid'>; scenes: NewScene[] }> {
  const { app, provider, customer, language } = call
  const all = await offeredPackages(app, provider, language, () => factsOf(app, provider, customer.uuid))
  const offered = all.find(({ document }) => document.uuid === named.uuid)
  if (!offered || !('items' in offered)) throw new Failure('photo-packages.unknown')
  if (offered.document.disabled) throw new Failure('photo-packages.disabled')
  const viewer = await packageViewerOf(call)
  checkChoice(offered, subject, packageItems, viewer)
  const checked: CheckedPiece[] = []
  for (const [index, item] of offered.items.entries()) {
    const choice = packageItems.find(({ uuid }) => uuid === item.document.uuid)
    if (!choice) throw wrongField('packageItems', { code: 'missing-item', item: item.document.uuid })
    checked.push(await checkPiece(item, choice, index, { call, viewer }))
  }
  const subjects = [...new Set(checked.flatMap((each) => each.subjects))]
  await refuseClosed(call, subjects)
  const pieces = checked.map(({ piece }) => piece)
  return {
    line: { kind: 'package', product: offered.document.uuid, quantity: 1, subjects, begunWith: subject, pieces },
    scenes: checked.flatMap(({ scene }) => scene ?? []),
  }
}

async function checkPiece(
  item: FoundItem<Product>,
  choice: ChosenItem,
  index: number,
  { call, viewer }: { call: Call; viewer: PackageViewer },
): Promise<CheckedPiece> {
  const { uuid, version, subject, templateData, sceneHash } = choice
  const set = setOf(viewer, subject)
  const group = 'catalogue' in item ? set?.subject.group : undefined
  const piece = {
    uuid,
    type: item.document.type,
    version,
    subject,
    design: null,
    ...(group !== undefined && { group }),
  }
  const reason = unavailableReason(item, set, await availabilityQueryOf(call))
  const wrong = reasonForLine(reason, { design: templateData })
  if (wrong) throw new Failure(wrong)
  if (!('definition' in item)) return { piece, scene: null, subjects: subject ? [subject] : [] }
  if (!templateData || sceneHash === undefined) throw new Failure('cart.incomplete')
  const { uuid: template, version: asMade } = await templateFor(item, choice, call)
  const sent = { template: { uuid: template, version: asMade }, subject, templateData, sceneHash }
  const { subject: _named, subjects, scene, ...design } = await checkDesign(sent, item.product.uuid, index, call)
  return { piece: { ...piece, design }, scene: { sceneHash: design.sceneHash, scene }, subjects }
}
