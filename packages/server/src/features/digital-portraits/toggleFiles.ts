import { randomUUID } from 'node:crypto'
import type { ToggleResult } from '@portraitkit/core/digital-portraits/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { priceAt } from '@portraitkit/core/products/volumePrice.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { grantedSubjects } from '../access/grants.ts'
import { closedFailure, findClosedSubject, jobsOfSubjects } from '../cart/closedJobs.ts'
import { filesInCart, lineUuid, rewriteLines } from '../cart/collection.ts'
import { availableFiles, type FilesForSale, filesForSale } from '../cart/filesForSale.ts'
import type { DigitalLine } from '../cart/kinds/digital.ts'
import { downloadsOf, type StoredLine } from '../cart/lineKinds.ts'
import { seenIn, withSeen } from '../cart/seenLines.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'

type Call = CallContext<'customer'>
type ToggleRequest = { inCart?: boolean | undefined; requestId?: string | undefined }

/** One picture, or the whole set of a subject. */
type Target = { picture: string | null; sets: readonly DeliveredSet[] }

/** DIG-3: adds one picture to the cart or removes it. */
export async function toggleFile(file: string, request: ToggleRequest, call: Call): Promise<ToggleResult> {
  const sets = (await customerSets(call)).filter(({ pictures }) => pictures.some(({ uuid }) => uuid === file))
  return toggle({ picture: file, sets }, request, call)
}

/** DIG-3: adds a whole set to the cart or removes it. */
export async function toggleSet(subject: string, request: ToggleRequest, call: Call): Promise<ToggleResult> {
  const sets = (await customerSets(call)).filter((set) => set.subject.uuid === subject)
  return toggle({ picture: null, sets }, request, call)
}

async function customerSets({ app, provider, customer }: Call): Promise<DeliveredSet[]> {
  return findDeliveredSets(app, provider.key, await grantedSubjects(app, provider, customer.uuid))
}

/** Adds whole sets to the cart, except those already in it: all of them, or none if one is not available. */
export async function addSets(subjects: readonly string[], requestId: string, call: Call): Promise<void> {
  const { app, provider, customer } = call
  const own = await customerSets(call)
  const adding = await Promise.all(
    [...new Set(subjects)].map(async (uuid, index) => {
      const target: Target = { picture: null, sets: own.filter(({ subject }) => subject.uuid === uuid) }
      const line = {
        uuid: lineUuid(provider.key, customer.uuid, requestId, index),
        product: await productOf(target, call),
      }
      return prepareToAdd(target, line, call)
    }),
  )
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const next = adding.reduce((left, add) => add(left), lines)
    return next === lines ? null : [...next]
  })
  if (outcome === 'full') throw new Failure('cart.full')
}

async function toggle(target: Target, { inCart: shouldBeInCart, requestId = randomUUID() }: ToggleRequest, call: Call) {
  const { app, provider, customer } = call
  const product = await productOf(target, call)
  const line = { uuid: lineUuid(provider.key, customer.uuid, requestId, 0), product }
  const add = await prepareToAdd(target, line, call)
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const isThere = lines.some((each) => isLineOf(each, target))
    if ((shouldBeInCart ?? !isThere) === isThere) return null
    return isThere ? lines.filter((each) => !isLineOf(each, target)) : [...add(lines)]
  })
  if (outcome === 'full') throw new Failure('cart.full')
  const file = target.picture ?? target.sets[0]?.subject.uuid ?? ''
  const inCart = (await filesInCart(app, provider.key, customer.uuid)).has(file)
  // A picture that is still in the cart after its removal belongs to a package: a button must not silently do nothing.
  if (inCart && shouldBeInCart === false) throw new Failure('digital-portraits.in_package')
  const { uuid, name } = product
  return { inCart, product: { uuid, name }, price: priceAt(product, 1), currency: provider.currency }
}

/**
 * Reads everything needed to add the target. Returns a function that adds it to lines, or returns them unchanged if it is among
 * them.
 */
async function prepareToAdd(
  target: Target,
  { uuid, product }: { uuid: string; product: Product },
  call: Call,
): Promise<(lines: readonly StoredLine[]) => readonly StoredLine[]> {
  const { app, provider, customer, language } = call
  const subjects = target.sets.map(({ subject }) => subject.uuid)
  const [forSale, jobs] = await Promise.all([
    filesForSale(app, provider, customer.uuid, subjects),
    jobsOfSubjects(app, provider.key, subjects),
  ])
  const closed = (subject: string) => findClosedSubject(jobs, [subject], provider, app.clock())
  // A sibling picture is bought from the set that sells it.
  const seller = forSale.sets.find(({ subject }) => !closed(subject.uuid)) ?? forSale.sets[0]
  const of = seller?.subject.uuid ?? (subjects[0] as string)
  const line: DigitalLine = {
    kind: 'digital',
    uuid,
    product: product.uuid,
    quantity: 1,
    picture: target.picture,
    subjects: [of],
  }
  const seen = withSeen(line, seenIn(line, forSale.sets))
  return (lines) => {
    if (lines.some((each) => isLineOf(each, target))) return lines
    requireForSale(line, target, forSale, lines)
    const over = closed(of)
    if (over) throw closedFailure(over, language)
    return [...lines.filter((each) => !isWithin(each, target)), seen]
  }
}

/** The product to buy. Throws if the pictures are not the customer's, or the shop does not sell them. */
async function productOf({ picture, sets }: Target, { app, provider, customer, language }: Call): Promise<Product> {
  if (sets.length === 0) throw new Failure('picture-sets.unknown')
  const productUuid = picture === null ? DIGITAL_SET_PRODUCT : DIGITAL_PORTRAIT_PRODUCT
  const list = await priceListOf(app, provider, language, () => factsOf(app, provider, customer.uuid))
  const product = list.find(({ uuid }) => uuid === productUuid)
  if (!product) throw new Failure('digital-portraits.not_sold')
  return product
}

/** Whether a line is exactly the toggled target. */
function isLineOf(line: StoredLine, { picture, sets }: Target): boolean {
  if (line.kind !== 'digital' || line.picture !== picture) return false
  return picture !== null || line.subjects[0] === sets[0]?.subject.uuid
}

/** Whether a line is a single picture of the toggled set. */
function isWithin(line: StoredLine, { picture, sets: [set] }: Target): boolean {
  return (
    line.kind === 'digital' && picture === null && (set?.pictures.some(({ uuid }) => uuid === line.picture) ?? false)
  )
}

function requireForSale(line: DigitalLine, target: Target, forSale: FilesForSale, lines: readonly StoredLine[]): void {
  const subjects = target.sets.map(({ subject }) => subject.uuid)
  if (forSale.bought.has(line.picture ?? (subjects[0] as string))) throw new Failure('digital-portraits.bought')
  if (!availableFiles(line, forSale)) throw new Failure('digital-portraits.not_sold')
  // also as a part of a package
  const inSet = lines.some((each) => downloadsOf(each).some((uuid) => subjects.includes(uuid)))
  if (inSet) throw new Failure('digital-portraits.set_in_cart')
}
