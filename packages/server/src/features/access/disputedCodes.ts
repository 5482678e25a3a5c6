import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordOpenedByCode, withholdByCode } from './codeSight.ts'
import { codeId, codesOf } from './codes.ts'

type ProviderKey = Pick<Provider, 'key'>

/**
 * A code that a roster has given to two people one after the other: a letter with it may be with either family, so it opens nobody until somebody
 * says whose it is. What was granted by it stays.
 */
export async function disputeCode(
  app: App,
  provider: ProviderKey,
  { code, job }: { code: string; job: string },
): Promise<void> {
  const _id = codeId(provider, code)
  for (;;) {
    const stored = await codesOf(app, provider).findOne({ _id, ended: { $exists: false } })
    if (!stored || stored.subjects.length === 0) return
    const { subjects } = stored
    const disputed = {
      at: app.clock(),
      job,
      subjects: [...(stored.disputed?.subjects ?? []), ...subjects],
      byList: true as const,
    }
    const { matchedCount } = await withholdByCode(app, provider, { id: _id, subjects }, () =>
      codesOf(app, provider).updateOne({ _id, subjects }, { $set: { subjects: [], disputed } }),
    )
    if (matchedCount > 0) return
  }
}

/** Whether a code is disputed, in this job if one is given. */
export async function isDisputedCode(app: App, provider: ProviderKey, code: string, job?: string): Promise<boolean> {
  const disputed = job === undefined ? { disputed: { $exists: true } } : { 'disputed.job': job }
  return (await codesOf(app, provider).count({ _id: codeId(provider, code), ...disputed })) > 0
}

/** Gives a disputed code to one person of its job. Returns false, without any change, if it is not disputed there. */
export async function giveDisputedCode(
  app: App,
  provider: ProviderKey,
  { code, job, subject }: { code: string; job: string; subject: string },
): Promise<boolean> {
  const _id = codeId(provider, code)
  const { matchedCount } = await codesOf(app, provider).updateOne(
    { _id, 'disputed.job': job, ended: { $exists: false } },
    { $set: { subjects: [subject] }, $unset: { disputed: '' } },
  )
  if (matchedCount > 0) await recordOpenedByCode(app, provider, { id: _id, subjects: [subject] })
  return matchedCount > 0
}

/**
 * Gives a code that a list has made disputed back to those whom it opened before, if a list gives it to all of them again. Returns whom it opens by
 * that; nobody if it was not disputed by a list, opened anybody else, or was to open one of them no longer.
 */
export async function returnDisputedCode(
  app: App,
  provider: ProviderKey,
  { code, job, subjects }: { code: string; job: string; subjects: readonly string[] },
  beforeReturn: (subject: string) => Promise<void>,
): Promise<string[]> {
  const _id = codeId(provider, code)
  const returning = { _id, 'disputed.job': job, 'disputed.byList': true as const, ended: { $exists: false } }
  const { disputed } = (await codesOf(app, provider).findOne(returning)) ?? {}
  const opened = [...new Set(disputed?.subjects)]
  if (!disputed || opened.length === 0 || !opened.every((uuid) => subjects.includes(uuid))) return []
  if (await hasNewCode(app, provider, opened, disputed.at)) return []
  for (const uuid of opened) await beforeReturn(uuid)
  const change = { $set: { subjects: opened }, $unset: { disputed: '' as const } }
  const { matchedCount } = await codesOf(app, provider).updateOne(returning, change)
  if (matchedCount === 0) return []
  await recordOpenedByCode(app, provider, { id: _id, subjects: opened })
  return opened
}

/** Whether one of these people got a new code since a time: whatever opened them before that must never do so again. */
async function hasNewCode(app: App, provider: ProviderKey, subjects: readonly string[], since: Date): Promise<boolean> {
  const replaced = { 'ended.subjects': { $in: [...subjects] }, 'ended.at': { $gte: since } }
  return (await codesOf(app, provider).count(replaced)) > 0
}

/**
 * Lets a code open somebody again from whom an import has taken it, `since` when. Returns false, without any change, if it opens them already, was ended,
 * or they got a new code since.
 */
export async function returnCode(
  app: App,
  provider: ProviderKey,
  { id, subject, since }: { id: string; subject: string; since: Date },
): Promise<boolean> {
  if (await hasNewCode(app, provider, [subject], since)) return false
  const returning = { _id: id, subjects: { $ne: subject }, ended: { $exists: false } }
  const change = { $push: { subjects: subject }, $unset: { disputed: '' as const } }
  const { modifiedCount } = await codesOf(app, provider).updateOne(returning, change)
  if (modifiedCount > 0) await recordOpenedByCode(app, provider, { id, subjects: [subject] })
  return modifiedCount > 0
}

/** Takes a person out of a code that was disputed before: once nobody is left, it is disputed again. Returns whether it opened them. */
export async function disputeOfOne(
  app: App,
  { provider, uuid: job }: { provider: string; uuid: string },
  id: string,
  subject: string,
): Promise<boolean> {
  const codes = codesOf(app, { key: provider })
  const stored = await codes.findOne({ _id: id, subjects: subject })
  if (!stored) return false
  const subjects = [...(stored.disputed?.subjects ?? []), subject]
  const disputed = { at: app.clock(), job, subjects, byList: true as const }
  const { modifiedCount } = await withholdByCode(app, { key: provider }, { id, subjects: [subject] }, () =>
    codes.updateOne({ _id: id, subjects: subject }, { $pull: { subjects: subject }, $set: { disputed } }),
  )
  return modifiedCount > 0
}

/** Whom a code opens, by its id; nobody if it is ended or disputed. */
export async function subjectsOfCodeId(app: App, provider: ProviderKey, id: string): Promise<string[]> {
  return (await codesOf(app, provider).findOne({ _id: id, ended: { $exists: false } }))?.subjects ?? []
}

/** Makes a code that was given to one person disputed again: it opens nobody. Returns whether it opened them. */
export async function disputeAgain(
  app: App,
  { provider, uuid: job }: { provider: string; uuid: string },
  id: string,
  subject: string,
): Promise<boolean> {
  const codes = codesOf(app, { key: provider })
  const opening = { _id: id, subjects: [subject] }
  if ((await codes.count(opening)) === 0) return false
  const disputed = { at: app.clock(), job, subjects: [subject] }
  const { modifiedCount } = await withholdByCode(app, { key: provider }, { id, subjects: [subject] }, () =>
    codes.updateOne(opening, { $set: { subjects: [], disputed } }),
  )
  return modifiedCount > 0
}

/** Takes a person out of a code that an import has given them; what others have by it stays. Returns whether it opened them. */
export async function takeFromCode(app: App, provider: ProviderKey, id: string, subject: string): Promise<boolean> {
  const codes = codesOf(app, provider)
  if ((await codes.count({ _id: id, subjects: subject })) === 0) return false
  const { modifiedCount } = await withholdByCode(app, provider, { id, subjects: [subject] }, () =>
    codes.updateOne({ _id: id, subjects: subject }, { $pull: { subjects: subject } }),
  )
  return modifiedCount > 0
}
