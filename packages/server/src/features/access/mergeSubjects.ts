import type { Filter, UpdateFilter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { changeFields } from '../../platform/db/changeFields.ts'
import { isDuplicate, type ProviderCollection } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { MergeSubjects, SubjectMerge } from '../../platform/subjectMerge.ts'
import { codeId, codesOf, type StoredCode } from './codes.ts'
import { type Grant, grantId, grantsOf } from './grantDocuments.ts'
import { forgetGrants } from './grants.ts'
import { codeMark } from './openings.ts'
import { sharesOf } from './shares.ts'

/** What opens subjects by a list of them: a code or a share. */
type Opener = { _id: string; provider: string; subjects: string[] }

/** What is recorded of a merge: codes and shares, each alone or with both subjects, and grants by a share that became lasting. */
type MovedOpener = { kind: 'code' | 'share'; id: string; hadBoth: boolean }
type MovedGrant = { kind: 'grant'; id: string; shares: string[] }
type Moved = MovedOpener | MovedGrant

type Record = (moved: readonly string[]) => Promise<void>

/**
 * The codes, shares and accounts of one subject open the other one. An access that was ended stays so, and a share still opens only what its
 * customer has had since before it.
 */
export const mergeAccess: MergeSubjects = {
  async merge(app, provider, merge, record) {
    await moveOpeners(codesOf(app, provider), 'code', merge, record)
    await moveOpeners(sharesOf(app, provider.key), 'share', merge, record)
    const grants = await grantsOf(app, provider.key).find({ subject: merge.from, revoked: null }).toArray()
    for (const grant of grants) await mergeGrant(app, provider.key, grant, merge, record)
    forgetGrants(app)
  },

  async separate(app, provider, merge, moved) {
    for (const each of moved.map((text) => JSON.parse(text) as Moved)) {
      if (each.kind === 'grant') await separateGrant(app, provider.key, each)
      else if (each.kind === 'code') await separateCode(app, provider, each, merge)
      else await separateShare(app, provider.key, each, merge)
    }
    // Kept as ended ones: by them is found what these customers have made of the other one.
    await grantsOf(app, provider.key).updateMany(
      { subject: merge.into, request: requestOf(merge), revoked: null },
      { $set: { revoked: app.clock(), request: separationOf(merge) } },
    )
    forgetGrants(app)
  },
}

/** A code that was ended meanwhile stays so: what it opened is by now its successor's. Whoever has entered one of them sees whom it was for. */
async function separateCode(app: App, provider: Provider, moved: MovedOpener, merge: SubjectMerge): Promise<void> {
  for (let id: string | null = moved.id; id !== null; ) {
    await separateOpener(codesOf(app, provider), { ...moved, id }, merge)
    await separateEntered(app, provider, { ...moved, id }, merge)
    const stored: StoredCode | null = await codesOf(app, provider).findOne({ _id: id })
    id = stored?.ended?.next ? codeId(provider, stored.ended.next) : null
  }
}

/** Accounts that have got the one by this code while both were one have got the other one. */
async function separateEntered(
  app: App,
  provider: Provider,
  { id, hadBoth }: MovedOpener,
  { from, into }: SubjectMerge,
): Promise<void> {
  const grants = grantsOf(app, provider.key)
  const code = codeMark(app, provider, id)
  for (const grant of await grants.find({ subject: into, code, revoked: null }).toArray()) {
    const { customer, granted } = grant
    const own = { customer, subject: from, source: 'code' as const, granted, revoked: null, code }
    const ended = { _id: grantId(provider.key, customer, from), revoked: { $ne: null, $lte: granted } }
    try {
      await grants.updateOne(ended, { $set: own, $unset: { shares: '', request: '' } }, { upsert: true })
    } catch (error) {
      // It is valid already, or was ended since.
      if (!isDuplicate(error)) throw error
    }
    if (!hadBoth) await grants.updateOne({ _id: grant._id, code, revoked: null }, { $set: { revoked: app.clock() } })
  }
}

/** Whoever has opened the link while both were one sees whom it was made for. */
async function separateShare(app: App, provider: string, moved: MovedOpener, merge: SubjectMerge): Promise<void> {
  const { id } = moved
  const { from, into } = merge
  const grants = grantsOf(app, provider)
  const opened = await grants.find({ subject: into, source: 'share', shares: id, revoked: null }).toArray()
  for (const { customer, granted } of opened) {
    const _id = grantId(provider, customer, from)
    const own = { customer, subject: from, source: 'share' as const, granted, revoked: null, shares: [id] }
    try {
      await grants.updateOne({ _id, revoked: { $ne: null, $lte: granted } }, { $set: own }, { upsert: true })
    } catch (error) {
      if (!isDuplicate(error)) throw error
      // By another share; by a code it is valid anyway, and one that was ended since stays so.
      await grants.updateOne({ _id, source: 'share', revoked: null }, { $addToSet: { shares: id } })
    }
  }
  await separateOpener(sharesOf(app, provider), moved, merge)
}

async function moveOpeners<D extends Opener>(
  openers: ProviderCollection<D>,
  kind: 'code' | 'share',
  { from, into }: SubjectMerge,
  record: Record,
): Promise<void> {
  const collection = openers as unknown as ProviderCollection<Opener>
  const named = await collection.find({ subjects: from }).toArray()
  for (const { _id: id } of named) {
    await changeFields<Opener, Pick<Opener, 'subjects'>>(
      collection,
      { _id: id },
      ({ subjects }) => ({ subjects: [...new Set(subjects.map((each) => (each === from ? into : each)))] }),
      ({ before }) => record([textOf({ kind, id, hadBoth: before.subjects?.includes(into) ?? false })]),
    )
  }
}

async function separateOpener<D extends Opener>(
  openers: ProviderCollection<D>,
  { id, hadBoth }: MovedOpener,
  { from, into }: SubjectMerge,
): Promise<void> {
  const collection = openers as unknown as ProviderCollection<Opener>
  await changeFields<Opener, Pick<Opener, 'subjects'>>(collection, { _id: id }, ({ subjects }) => {
    if (!subjects.includes(into)) return null
    return {
      subjects: hadBoth ? [...new Set([...subjects, from])] : subjects.map((each) => (each === into ? from : each)),
    }
  })
}

const textOf = (moved: Moved) => JSON.stringify(moved)

/** Marks the grants that a merge has made, and those that its undo has ended: only these come back with another merge. */
const requestOf = ({ from }: Pick<SubjectMerge, 'from'>) => `merge ${from}`
const separationOf = ({ from }: Pick<SubjectMerge, 'from'>) => `separated ${from}`

async function mergeGrant(
  app: App,
  provider: string,
  { customer, source, granted, shares }: Grant,
  merge: SubjectMerge,
  record: Record,
): Promise<void> {
  const _id = grantId(provider, customer, merge.into)
  const grants = grantsOf(app, provider)
  const fields = { customer, subject: merge.into, source, granted, revoked: null, ...(shares && { shares }) }
  try {
    await grants.insertOne({ _id, ...fields, request: requestOf(merge) })
    return
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const again = { $set: { ...fields, request: requestOf(merge) }, ...(!shares && { $unset: { shares: '' } }) }
  const separated = { _id, request: separationOf(merge), revoked: { $ne: null } }
  const { matchedCount } = await grants.updateOne(separated as Filter<Grant>, again as UpdateFilter<Grant>)
  if (matchedCount > 0) return
  const known = await grants.findOne({ _id, revoked: null })
  if (known?.source !== 'share' || known.request === requestOf(merge)) return
  await record([textOf({ kind: 'grant', id: _id, shares: known.shares ?? [] })])
  const isByShare = { _id, revoked: null, source: 'share' as const }
  // a letter gives more than a share did
  if (source !== 'share') await grants.updateOne(isByShare, { $set: { source, granted }, $unset: { shares: '' } })
  else await grants.updateOne(isByShare, { $addToSet: { shares: { $each: shares ?? [] } } })
}

async function separateGrant(app: App, provider: string, { id, shares }: MovedGrant): Promise<void> {
  await grantsOf(app, provider).updateOne({ _id: id, revoked: null }, { $set: { source: 'share', shares } })
}
