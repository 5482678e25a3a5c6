import type { digitalPortraits as contract } from '@portraitkit/core/digital-portraits/contract.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import { uuid } from '@portraitkit/core/schemas.ts'
import { TRANSPARENT } from '../../imaging/derivatives/variant.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { makeTicket } from '../../platform/http/ticket.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects, subjectsOfPurchases } from '../access/grants.ts'
import { defaultBackground, listBackgrounds, offeredBackgrounds } from '../backgrounds/collection.ts'
import { type DeliveredSet, findPurchasedSets } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { boughtFiles } from '../rights/collection.ts'
import { asBought } from './asBought.ts'
import type { CutOutBackground } from './wholePicture.ts'

/** One picture, or everything bought of a set, on the requested background or the job's own. */
export type Target = { dl: 'file' | 'set'; uuid: string; background: string | null }

/** 001 §7: the address of a download; that of a whole set has the same form. */
export const DOWNLOAD_PATH = '/sections/prophoto/ajax/digitalcopies.php'
const NAMES = { file: 'file', set: 'pictureSet' } as const

/** The target of an address; null if it is not an address of a download. */
export function readTarget(parameter: (name: string) => string | undefined): Target | null {
  const dl = (['file', 'set'] as const).find((each) => each === parameter('dl'))
  const named = dl && parameter(NAMES[dl])
  if (!named || !uuid().safeParse(named).success) return null
  return { dl, uuid: named, background: parameter('background') ?? null }
}

/** The purpose of a ticket contains its target: the ticket opens nothing else, and trying other targets does not use it up. */
export function ticketPurpose({ dl, uuid, background }: Target): string {
  return `download ${dl} ${uuid} ${background ?? ''}`
}

type Call = CallContext<'customer'>

/** Creates the address for one download of something that the caller has bought. */
export async function createDownloadTicket(
  { file, pictureSet, background }: InputOf<typeof contract.ticket>,
  { app, provider, customer, http }: Call,
): Promise<AnswerOf<typeof contract.ticket>> {
  const uuid = file ?? pictureSet
  if (!uuid || (file && pictureSet)) throw new Failure('input.invalid')
  const target: Target = { dl: file ? 'file' : 'set', uuid, background: background ?? null }
  await findDownload(app, provider, customer.uuid, target)
  const { protocol, host } = http
  const address = new URL(DOWNLOAD_PATH, `${protocol}://${host}`)
  const ticket = await makeTicket(app, provider, ticketPurpose(target), { customer: customer.uuid })
  const query = { dl: target.dl, [NAMES[target.dl]]: uuid, ...(background && { background }), provider: provider.key }
  for (const [name, value] of Object.entries({ ...query, ticket })) address.searchParams.set(name, value)
  return { href: address.href }
}

/** The content of a download: pictures of one set, with the backgrounds of those that are cut-outs. */
export type FoundDownload = { set: DeliveredSet; pictures: DeliveredPicture[]; behind: CutOutBackground }

/**
 * Finds what was bought, and nothing else, a picture that was replaced since as it was bought: also after the end of the share by which the customer saw it, or after its subject was
 * withdrawn, for it was paid. Throws if the set is not the customer's, nothing of it was bought, or there is no such background.
 */
export async function findDownload(
  app: App,
  provider: Provider,
  customer: string,
  { dl, uuid, background }: Target,
): Promise<FoundDownload> {
  const [granted, withPurchases, bought] = await Promise.all([
    grantedSubjects(app, provider, customer),
    subjectsOfPurchases(app, provider, customer),
    boughtFiles(app, provider, customer),
  ])
  const sets = await findPurchasedSets(app, provider.key, withPurchases)
  const found = sets.filter(({ subject, pictures }) =>
    dl === 'set' ? subject.uuid === uuid : pictures.some((picture) => picture.uuid === uuid),
  )
  const [set] = found
  if (!set) throw new Failure('picture-sets.unknown')
  const paid = set.pictures.filter((picture) => bought.has(picture.uuid) && (dl === 'set' || picture.uuid === uuid))
  const pictures = await asBought(app, provider, paid, bought)
  if (pictures.length === 0) {
    const isVisible = found.some(({ subject }) => granted.includes(subject.uuid))
    throw new Failure(isVisible ? 'digital-portraits.not_bought' : 'picture-sets.unknown')
  }
  return { set, pictures, behind: await behindOf(app, provider, { set, pictures }, background) }
}

async function behindOf(
  app: App,
  provider: Provider,
  { set: { job }, pictures }: Pick<FoundDownload, 'set' | 'pictures'>,
  requested: string | null,
): Promise<CutOutBackground> {
  const backgrounds = await listBackgrounds(app, provider.key)
  if (requested === null) return defaultBackground(backgrounds, job, { greenscreen: true }).background ?? null
  const isOffered =
    requested === TRANSPARENT || offeredBackgrounds(backgrounds, job).backgrounds.some(({ uuid }) => uuid === requested)
  if (!isOffered || !pictures.some(({ greenscreen }) => greenscreen)) {
    throw new Failure('digital-portraits.unknown_background')
  }
  return requested
}
