import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { ChosenItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { checkChoice, type Shelf, setOf, shelfOf, templateFor } from '../photo-packages/check.ts'
import { whyNot } from '../photo-packages/disabled.ts'
import { type OfferedPackage, offeredPackages } from '../photo-packages/offered.ts'
import { askedOf } from '../photo-packages/open.ts'
import type { FoundItem } from '../photo-packages/parts.ts'
import { checkDesign } from './checkLine.ts'
import { stillWrong } from './chosenPackages.ts'
import { refuseClosed } from './closed.ts'
import { keepScenes, lineUuid, readCart, rewriteLines } from './collection.ts'
import { downloadsOf, isDigitalLine, type PackageLine, type PackagePiece, type StoredLine, setsIn } from './line.ts'

type Call = CallContext<'customer'>
type Checked = { line: Omit<PackageLine, 'uuid'>; scenes: Array<{ sceneHash: string; scene: Scene }> }
type Content = Omit<InputOf<typeof carts.addPackage>, 'requestId'>

/** Puts a package into the cart. */
export async function addPackage(
  { requestId, ...content }: InputOf<typeof carts.addPackage>,
  call: Call,
): Promise<void> {
  const { app, provider, customer } = call
  const { done } = await readCart(app, provider.key, customer.uuid)
  if (done.includes(requestId)) return
  const uuid = lineUuid(provider.key, customer.uuid, requestId, 0)
  await putPackage(uuid, requestId, await checkPackage(content, call), call)
}

/** Makes other items of a package in the cart. */
export async function changePackage(
  line: PackageLine,
  requestId: string,
  packageItems: readonly ChosenItem[],
  call: Call,
): Promise<void> {
  const content = { package: { uuid: line.product }, subject: line.begunWith, packageItems: [...packageItems] }
  await putPackage(line.uuid, requestId, await checkPackage(content, call), call, true)
}

async function putPackage(
  uuid: string,
  requestId: string,
  { line, scenes }: Checked,
  { app, provider, customer }: Call,
  isThere = false,
): Promise<void> {
  const kept = scenes.map(({ sceneHash, scene }) => ({ line: { uuid, sceneHash }, scene }))
  if (kept.length > 0) await keepScenes(app, provider.key, kept)
  const next: PackageLine = { uuid, ...line }
  const { sets } = await shelfOfSets(next, { app, provider, customer } as Call)
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    if (isThere && !lines.some((each) => each.uuid === uuid)) throw new Failure('cart.unknown_line')
    const others = lines.filter((each) => each.uuid !== uuid)
    refuseTwice(next, others)
    const left = (each: StoredLine) => each.uuid === uuid || !isWithin(each, sets)
    return isThere
      ? lines.filter(left).map((each) => (each.uuid === uuid ? next : each))
      : [...lines.filter(left), next]
  })
  if (outcome === 'full') throw new Failure('cart.full')
}

/** DIG-3: a set to download is in the cart once, by itself or in a package. */
function refuseTwice(line: PackageLine, others: readonly StoredLine[]): void {
  const sets = setsIn(line)
  if (others.some((each) => downloadsOf(each).some((target) => sets.includes(target)))) {
    throw new Failure('photo-packages.set_in_cart')
  }
}

/** The pictures of the sets that are in a package: one by one they are not sold beside it. */
async function shelfOfSets(line: PackageLine, call: Call): Promise<{ sets: ReadonlySet<string> }> {
  const subjects = setsIn(line)
  if (subjects.length === 0) return { sets: new Set() }
  const { sets } = await shelfOf(call)
  const own = sets.filter(({ subject }) => subjects.includes(subject.uuid))
  return { sets: new Set(own.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid))) }
}

function isWithin(line: StoredLine, pictures: ReadonlySet<string>): boolean {
  return isDigitalLine(line) && line.picture !== null && pictures.has(line.picture)
}

/** A package with everything checked that a browser can get wrong or make up. */
async function checkPackage({ package: named, subject, packageItems }: Content, call: Call): Promise<Checked> {
  const { app, provider, customer, language } = call
  const all = await offeredPackages(app, provider, language, () => factsOf(app, provider, customer.uuid))
  const offered = all.find(({ document }) => document.uuid === named.uuid)
  if (!offered || !('items' in offered)) throw new Failure('photo-packages.unknown')
  if (offered.document.disabled) throw new Failure('photo-packages.disabled')
  const shelf = await shelfOf(call)
  checkChoice(offered, subject, packageItems, shelf)
  const pieces: PackagePiece[] = []
  const scenes: Checked['scenes'] = []
  const subjects = new Set<string>()
  for (const [index, item] of offered.items.entries()) {
    const chosen = packageItems.find(({ uuid }) => uuid === item.document.uuid)
    if (!chosen) throw new Failure('input.invalid', { fields: { packageItems: `${item.document.uuid} is missing` } })
    const { piece, scene, shown } = await checkPiece(item, chosen, index, { call, shelf })
    pieces.push(piece)
    if (scene && piece.design) scenes.push({ sceneHash: piece.design.sceneHash, scene })
    for (const each of shown) subjects.add(each)
  }
  await refuseClosed(call, [...subjects])
  return { line: lineOf(offered, subject, pieces, [...subjects]), scenes }
}

function lineOf({ document }: OfferedPackage, begunWith: string | null, pieces: PackagePiece[], subjects: string[]) {
  return { kind: 'package', product: document.uuid, quantity: 1, subjects, begunWith, pieces } as const
}

async function checkPiece(
  item: FoundItem<Product>,
  chosen: ChosenItem,
  index: number,
  { call, shelf }: { call: Call; shelf: Shelf },
): Promise<{ piece: PackagePiece; scene: Scene | null; shown: string[] }> {
  const { uuid, version, subject, templateData, sceneHash } = chosen
  const piece = { uuid, type: item.document.type, version, subject, design: null }
  const reason = whyNot(item, setOf(shelf, subject), await askedOf(call))
  const wrong = stillWrong(reason, { design: templateData })
  if (wrong) throw new Failure(wrong)
  if (!('definition' in item)) return { piece, scene: null, shown: subject ? [subject] : [] }
  if (!templateData || sceneHash === undefined) throw new Failure('cart.incomplete')
  const { uuid: template, version: asMade } = await templateFor(item, chosen, call)
  const sent = { template: { uuid: template, version: asMade }, subject, templateData, sceneHash }
  const { line, scene } = await checkDesign(sent, item.product.uuid, index, call)
  const { subjects, resources, year } = line
  const design = { template: line.template, resources, year, sceneHash: line.sceneHash }
  return { piece: { ...piece, design }, scene, shown: subjects }
}
