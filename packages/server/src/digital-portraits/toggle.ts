import { randomUUID } from 'node:crypto'
import type { Toggled } from '@portraitkit/core/digital-portraits/contract.ts'
import { priceAt } from '@portraitkit/core/products/price.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/special.ts'
import { grantedSubjects } from '../access/grants.ts'
import { closedFailure, closedOf, jobsOfSubjects } from '../cart/closed.ts'
import { filesInCart, lineUuid, rewriteLines } from '../cart/collection.ts'
import { type FilesForSale, filesForSale, filesOfLine } from '../cart/filesForSale.ts'
import { type DigitalLine, downloadsOf, isDigitalLine, type StoredLine } from '../cart/line.ts'
import type { CallContext } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import { factsOf } from '../range/facts.ts'

type Call = CallContext<'customer'>
type Wanted = { inCart?: boolean | undefined; requestId?: string | undefined }

/** One picture, or the whole set of a subject. */
type Target = { picture: string | null; sets: readonly DeliveredSet[] }

/** DIG-3: one picture into the cart or out of it. */
export async function toggleFile(file: string, wanted: Wanted, call: Call): Promise<Toggled> {
  const sets = (await heldSets(call)).filter(({ pictures }) => pictures.some(({ uuid }) => uuid === file))
  return toggle({ picture: file, sets }, wanted, call)
}

/** DIG-3: a whole set into the cart or out of it. */
export async function toggleSet(subject: string, wanted: Wanted, call: Call): Promise<Toggled> {
  const sets = (await heldSets(call)).filter((set) => set.subject.uuid === subject)
  return toggle({ picture: null, sets }, wanted, call)
}

async function heldSets({ app, provider, customer }: Call): Promise<DeliveredSet[]> {
  return findDeliveredSets(app, provider.key, await grantedSubjects(app, provider, customer.uuid))
}

async function toggle(target: Target, { inCart: asked, requestId = randomUUID() }: Wanted, call: Call) {
  const { app, provider, customer, language } = call
  const product = await productOf(target, call)
  const subjects = target.sets.map(({ subject }) => subject.uuid)
  const first = subjects[0]
  if (!product || !first) throw new Failure(first ? 'digital-portraits.not_sold' : 'picture-sets.unknown')
  const [forSale, jobs] = await Promise.all([
    filesForSale(app, provider, customer.uuid, subjects),
    jobsOfSubjects(app, provider.key, subjects),
  ])
  const closed = (uuid: string) => closedOf(jobs, [uuid], provider, app.clock())
  const line = (): DigitalLine => ({
    kind: 'digital',
    uuid: lineUuid(provider.key, customer.uuid, requestId, 0),
    product: product.uuid,
    quantity: 1,
    picture: target.picture,
    // A sibling picture is bought of the set that sells it.
    subjects: [(forSale.sets.find(({ subject }) => !closed(subject.uuid)) ?? forSale.sets[0])?.subject.uuid ?? first],
  })
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const isThere = lines.some((each) => isOf(each, target))
    if ((asked ?? !isThere) === isThere) return null
    if (isThere) return lines.filter((each) => !isOf(each, target))
    const wanted = line()
    refuseUnsold(wanted, target, forSale, lines)
    const over = closed(wanted.subjects[0] ?? first)
    if (over) throw closedFailure(over, language)
    return [...lines.filter((each) => !isWithin(each, target)), wanted]
  })
  if (outcome === 'full') throw new Failure('cart.full')
  const inCart = (await filesInCart(app, provider.key, customer.uuid)).has(target.picture ?? first)
  const { uuid, name } = product
  return { inCart, product: { uuid, name }, price: priceAt(product, 1), currency: provider.currency }
}

async function productOf({ picture }: Target, { app, provider, customer, language }: Call) {
  const wanted = picture === null ? DIGITAL_SET_PRODUCT : DIGITAL_PORTRAIT_PRODUCT
  const list = await priceListOf(app, provider, language, () => factsOf(app, provider, customer.uuid))
  return list.find(({ uuid }) => uuid === wanted)
}

/** Whether a line is exactly what is toggled. */
function isOf(line: StoredLine, { picture, sets }: Target): boolean {
  if (!isDigitalLine(line) || line.picture !== picture) return false
  return picture !== null || line.subjects[0] === sets[0]?.subject.uuid
}

/** Whether a line is a single picture of the set that is toggled. */
function isWithin(line: StoredLine, { picture, sets: [set] }: Target): boolean {
  return isDigitalLine(line) && picture === null && (set?.pictures.some(({ uuid }) => uuid === line.picture) ?? false)
}

function refuseUnsold(line: DigitalLine, target: Target, forSale: FilesForSale, lines: readonly StoredLine[]): void {
  const subjects = target.sets.map(({ subject }) => subject.uuid)
  if (forSale.bought.has(line.picture ?? (subjects[0] as string))) throw new Failure('digital-portraits.bought')
  if (!filesOfLine(line, forSale)) throw new Failure('digital-portraits.not_sold')
  // also as a part of a package
  const inSet = lines.some((each) => downloadsOf(each).some((uuid) => subjects.includes(uuid)))
  if (inSet) throw new Failure('digital-portraits.set_in_cart')
}
