import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import type { Collection, Feature } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'
import { grantedSubjects, subjectsOfPurchases } from '../access/grants.ts'
import { findPurchasedSets } from '../jobs/collection.ts'
import { findPersonsOf } from '../jobs/subjects/mergedSubjects.ts'

/** A customer may download a picture, or a complete picture set. The id is made from both. */
export type Right = {
  _id: string
  provider: string
  customer: string
  /** uuid of a picture, or of a picture set, which equals its subject's. */
  target: string
  /** The order that paid for it. */
  order: string
  granted: Date
  /** When it was revoked, as by a refund; null while it is valid. */
  revoked: Date | null
  /** The pictures of the target as they were bought; missing if they were bought with the files with which they were imported. */
  files?: BoughtFile[]
}

/** A picture with the version of its file that was bought, see `Picture`. */
export type BoughtFile = { picture: string; version: string | null }

export const rightCollections: Collection[] = [
  {
    name: 'rights',
    indexes: [
      { key: { provider: 1, customer: 1 } },
      { key: { provider: 1, order: 1 } },
      { key: { provider: 1, target: 1 } },
    ],
  },
]

const rightsOf = (app: App, provider: Provider) => providerCollection<Right>(app, 'rights', provider.key)

function rightId(provider: Provider, customer: string, target: string): string {
  return createHash('sha256').update(`${provider.key} ${customer} ${target}`).digest('base64url').slice(0, 22)
}

/** The targets that an order pays for, and all pictures in them; without, they are bought with the files with which they were imported. */
type NewRights = { customer: string; targets: readonly string[]; order: string; files?: readonly BoughtFile[] }

/** Lets a customer download pictures or whole sets. Repeating it changes nothing; a revoked right becomes valid again. */
export async function grantRights(
  app: App,
  provider: Provider,
  { customer, targets, order, files }: NewRights,
): Promise<void> {
  for (const target of new Set(targets)) {
    try {
      await rightsOf(app, provider).updateOne(
        { _id: rightId(provider, customer, target), revoked: { $ne: null } },
        {
          $set: { customer, target, order, granted: app.clock(), revoked: null, ...(files && { files: [...files] }) },
          ...(!files && { $unset: { files: '' as const } }),
        },
        { upsert: true },
      )
      recordSecurityEvent({ app, provider }, { event: 'right-granted', customer, target, order })
    } catch (error) {
      // It is valid already.
      if (!isDuplicate(error)) throw error
    }
  }
  rightsCache.forget(app.db, `${provider.key} ${customer}`)
}

/** Revokes what an order has granted. */
export async function revokeRights(app: App, provider: Provider, customer: string, order: string): Promise<void> {
  const valid = { order, customer, revoked: null }
  const withdrawn = await rightsOf(app, provider)
    .find(valid, { projection: { target: 1 } })
    .toArray()
  await rightsOf(app, provider).updateMany(valid, { $set: { revoked: app.clock() } })
  for (const { target } of withdrawn) {
    recordSecurityEvent({ app, provider }, { event: 'right-withdrawn', customer, target, order })
  }
  rightsCache.forget(app.db, `${provider.key} ${customer}`)
}

/** Who may download some pictures or sets by themselves: the valid rights to them. */
export async function rightsTo(
  app: App,
  provider: Provider,
  targets: readonly string[],
): Promise<Array<Pick<Right, 'customer' | 'target' | 'order'>>> {
  return rightsOf(app, provider)
    .find({ target: { $in: [...targets] }, revoked: null }, { projection: { customer: 1, target: 1, order: 1 } })
    .toArray()
}

/** Downloads of deleted pictures and sets. */
export const forgetRights: NonNullable<Feature['forgetSubjects']> = async (app, provider, { subjects, pictures }) => {
  const { deletedCount } = await rightsOf(app, provider).deleteMany({ target: { $in: [...subjects, ...pictures] } })
  rightsCache.forget(app.db)
  return [{ what: 'right to download', count: deletedCount }]
}

/**
 * Whose set a right is to is found when it is read: it stays with whom it was bought for, so that separating two moves nothing. Earlier versions
 * have copied rights, which end with that.
 */
export const mergeRights: MergeSubjects = {
  async merge(app) {
    rightsCache.forget(app.db)
  },
  async separate(app, provider, { into }, moved) {
    for (const [_id = '', order = ''] of moved.map((each) => each.split(' '))) {
      const right = { _id, order, target: into, revoked: null }
      await rightsOf(app, provider).updateOne(right, { $set: { revoked: app.clock() } })
    }
    rightsCache.forget(app.db)
  },
}

type PaidRight = Pick<Right, 'target' | 'granted' | 'files'>

/** A customer's rights by their targets; those to the set of somebody who is one person with another one by now are to that one's, too. */
type Targets = ReadonlyMap<string, readonly PaidRight[]>

const rightsCache = createShortCache<Targets>(1000, 5000)

function findTargets(app: App, provider: Provider, customer: string): Promise<Targets> {
  return rightsCache.get(app.db, `${provider.key} ${customer}`, async () => {
    const rights = (await readRights(app, provider.key, [customer])).get(customer) ?? []
    const personOf = await findPersonsOf(
      app,
      provider.key,
      rights.map(({ target }) => target),
    )
    const ofPersons = rights.flatMap((right) =>
      [...new Set([right.target, personOf(right.target)])].map((target) => ({ target, right })),
    )
    const byTarget = Map.groupBy(ofPersons, ({ target }) => target)
    return new Map([...byTarget].map(([target, all]) => [target, all.map(({ right }) => right)]))
  })
}

/** The rights of each customer who has any. */
const readRights = createSharedRead(async (app, provider, customers) => {
  const rights = await providerCollection<Right>(app, 'rights', provider)
    .find(
      { customer: { $in: customers }, revoked: null },
      { projection: { customer: 1, target: 1, granted: 1, files: 1 } },
    )
    .toArray()
  return Map.groupBy(rights as Array<PaidRight & Pick<Right, 'customer'>>, ({ customer }) => customer)
})

/** What a customer has bought, by the uuid of a picture or of a set: the versions of a picture's file that may be downloaded. */
export type BoughtFiles = ReadonlyMap<string, ReadonlyArray<string | null>>

/**
 * The pictures and sets that a customer may download, including each picture of a bought set: a sibling picture bought with one child's set counts as bought in
 * the other child's too. A set whose grant was revoked opens nothing; one that was bought while it was shared, or before its
 * subject was withdrawn, stays. A picture of the set to which somebody in it objected before the set was bought is not part of it.
 */
export async function boughtFiles(app: App, provider: Provider, customer: string): Promise<BoughtFiles> {
  const targets = await findTargets(app, provider, customer)
  if (targets.size === 0) return new Map()
  const bought = new Map(
    [...targets].map(([target, rights]) => [target, rights.map((right) => versionIn(right, target) ?? null)]),
  )
  const granted = await subjectsOfPurchases(app, provider, customer)
  const add = (picture: string, versions: ReadonlyArray<string | null>) =>
    bought.set(picture, [...new Set([...(bought.get(picture) ?? []), ...versions])])
  const own = granted.filter((subject) => bought.has(subject))
  const left = namedInSets([...targets.values()].flat())
  for (const set of await findPurchasedSets(app, provider.key, own)) {
    for (const picture of set.pictures) {
      left.delete(picture.uuid)
      const paid = paidBefore(targets.get(set.subject.uuid) ?? [], set.withheld.get(picture.uuid))
      if (paid.length > 0) add(picture.uuid, versionsIn(paid, picture))
    }
  }
  if (left.size === 0) return bought
  const visible = await grantedSubjects(app, provider, customer)
  const others = visible.filter((subject) => !bought.has(subject))
  for (const set of await findPurchasedSets(app, provider.key, others)) {
    for (const { uuid } of set.pictures) {
      const paid = paidBefore(left.get(uuid) ?? [], set.withheld.get(uuid))
      if (paid.length > 0) add(uuid, versionsIn(paid, { uuid }))
    }
  }
  return bought
}

/**
 * The pictures that were bought as parts of whole sets, each with the rights that name it: one that is another child's since stays bought, as far
 * as its buyer may see that child.
 */
function namedInSets(rights: readonly PaidRight[]): Map<string, PaidRight[]> {
  const ofSets = rights.filter(({ target, files }) => files?.every(({ picture }) => picture !== target))
  const named = ofSets.flatMap((right) => (right.files ?? []).map(({ picture }) => ({ picture, right })))
  const byPicture = Map.groupBy(named, ({ picture }) => picture)
  return new Map([...byPicture].map(([picture, all]) => [picture, all.map(({ right }) => right)]))
}

/** The rights that were granted before somebody in a picture objected to it. */
function paidBefore(rights: readonly PaidRight[], objection: Date | null | undefined): PaidRight[] {
  return rights.filter(({ granted }) => objection === undefined || (objection !== null && granted < objection))
}

/** The versions of a picture that were bought by these rights: the present one if it came into the set later. */
function versionsIn(
  rights: readonly PaidRight[],
  { uuid, version = null }: { uuid: string; version?: string | null | undefined },
): Array<string | null> {
  const versions = rights.map((right) => versionIn(right, uuid)).filter((each) => each !== undefined)
  return versions.length > 0 ? versions : [version]
}

/** The version of a picture that was bought; undefined if the picture came into the set later. */
function versionIn({ files }: Pick<Right, 'files'>, picture: string): string | null | undefined {
  return files ? files.find((each) => each.picture === picture)?.version : null
}

/** Whether anybody may download this file, by itself or as a part of one of these sets. */
export async function isFileBought(
  app: App,
  provider: Provider,
  { picture, version }: BoughtFile,
  sets: readonly string[],
): Promise<boolean> {
  const rights = await rightsOf(app, provider)
    .find({ target: { $in: [picture, ...sets] }, revoked: null }, { projection: { files: 1 } })
    .toArray()
  return rights.some((right) => versionIn(right, picture) === version)
}
