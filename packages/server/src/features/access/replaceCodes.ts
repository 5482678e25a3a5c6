import { randomInt } from 'node:crypto'
import { makeCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import { recordDeletion } from '../../platform/deletions/journal.ts'
import type { RepeatDeletion } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { withholdByCode } from './codeSight.ts'
import { codeId, codesOf, createCode, type StoredCode } from './codes.ts'

/** A new code, what it opens, and when the code before it was created: what that one opened was granted later. */
export type ReplacedCode = { code: string; subjects: string[]; before: Date | null }

/** The kind under which ended codes are recorded: a restored backup must not open one again. */
const CODE = 'code'

/**
 * Ends every code that opens a subject, and creates a new one for each that opens the same subjects: brothers and sisters share the new one as
 * they shared the old one. An ended code opens nothing from that moment on in any process, and is never given to anybody again. What was
 * granted by it stays. A subject without a code gets one. `alone`: a code that opens others too stays theirs, and opens the subject no longer.
 *
 * Safe to repeat after a crash: an old code is ended before its new one opens anything. Two processes must not do it at once for one subject.
 */
export async function replaceCodes(
  app: App,
  provider: Provider,
  subject: string,
  { by, alone }: { by: string | null; alone: boolean },
): Promise<ReplacedCode[]> {
  await completeReplacements(app, provider, subject)
  const at = app.clock()
  const live = await codesOf(app, provider).find({ subjects: subject }).toArray()
  const own = live.filter(({ subjects }) => !alone || subjects.length === 1)
  const ids = [deletionId(subject, at, alone)]
  const replaced = await recordDeletion(app, { provider: provider.key, kind: CODE, ids }, async () => {
    const codes: ReplacedCode[] = []
    if (alone) await leaveSharedCodes(app, provider, subject)
    // a millisecond apart, so that the letter's stays the first
    for (const [place, stored] of own.toSorted(oldestFirst).entries()) {
      const code = await replaceCode(app, provider, stored, { by, at, created: new Date(at.getTime() + place) })
      if (code) codes.push(code)
    }
    return codes
  })
  if (replaced.length > 0) return replaced
  return [{ code: await createCode(app, provider, subject), subjects: [subject], before: null }]
}

/** Takes a subject out of the codes that open others, too; those open the others as before. Returns these codes. */
export async function leaveSharedCodes(
  app: App,
  provider: Pick<Provider, 'key'>,
  subject: string,
  shares: (code: Pick<StoredCode, 'code' | 'subjects'>) => boolean = () => true,
  beforeLeaving: (code: StoredCode) => Promise<void> = async () => {},
): Promise<StoredCode[]> {
  const codes = codesOf(app, provider)
  const shared = (await codes.find({ subjects: subject }).toArray()).filter(
    (stored) => stored.subjects.length > 1 && shares(stored),
  )
  for (const code of shared) {
    const { _id: id } = code
    await beforeLeaving(code)
    await withholdByCode(app, provider, { id, subjects: [subject] }, () =>
      codes.updateOne({ _id: id }, { $pull: { subjects: subject } }),
    )
  }
  return shared
}

/** Whether a code was ended: it opens nothing, and nobody may get it. */
export async function isEndedCode(app: App, provider: Provider, code: string): Promise<boolean> {
  return (await codesOf(app, provider).count({ _id: codeId(provider, code), ended: { $exists: true } })) > 0
}

/** The ended codes of these subjects, with when they ended: the earlier letters of a child still say who it is. */
export async function endedCodesOf(
  app: App,
  provider: Pick<Provider, 'key'>,
  subjects: readonly string[],
): Promise<Array<{ code: string; subjects: string[]; at: Date }>> {
  const codes = await codesOf(app, provider)
    .find({ 'ended.subjects': { $in: [...subjects] } })
    .toArray()
  return codes.flatMap(({ code, ended }) => (ended ? [{ code, subjects: ended.subjects, at: ended.at }] : []))
}

const oldestFirst = (one: StoredCode, other: StoredCode) => one.created.getTime() - other.created.getTime()

type Ending = { by: string | null; at: Date; created: Date }

/** Null if another process has ended it meanwhile. */
async function replaceCode(
  app: App,
  provider: Provider,
  { _id, created: before }: Pick<StoredCode, '_id' | 'created'>,
  { by, at, created }: Ending,
): Promise<ReplacedCode | null> {
  const codes = codesOf(app, provider)
  const next = await reserveCode(app, provider, created)
  for (;;) {
    const stored = await codes.findOne({ _id, ended: { $exists: false } })
    if (!stored) break
    const { subjects } = stored
    // One write ends it and says what the new one opens; an import may add a sister to it at this moment.
    const end = { $set: { subjects: [], ended: { at, by, subjects, next } } }
    const { matchedCount } = await codes.updateOne({ _id, subjects, ended: { $exists: false } }, end)
    if (matchedCount === 0) continue
    await openReserved(app, provider, next, subjects)
    return { code: next, subjects, before }
  }
  await codes.deleteOne({ _id: codeId(provider, next), subjects: [] })
  return null
}

/** Stores a new code that opens nothing yet. */
async function reserveCode(app: App, provider: Provider, created: Date): Promise<string> {
  const code = makeCode(randomInt)
  try {
    await codesOf(app, provider).insertOne({ _id: codeId(provider, code), code, subjects: [], created })
    return code
  } catch (error) {
    if (isDuplicate(error)) return reserveCode(app, provider, created)
    throw error
  }
}

async function openReserved(app: App, provider: Provider, code: string, subjects: readonly string[]): Promise<void> {
  const reserved = { _id: codeId(provider, code), subjects: [], ended: { $exists: false } }
  await codesOf(app, provider).updateOne(reserved, { $set: { subjects: [...subjects] } })
}

/** Opens the new codes of a process that was killed after it had ended the old ones. */
async function completeReplacements(app: App, provider: Provider, subject: string): Promise<void> {
  const ended = await codesOf(app, provider).find({ 'ended.subjects': subject }).toArray()
  for (const { ended: end } of ended) if (end?.next) await openReserved(app, provider, end.next, end.subjects)
}

const deletionId = (subject: string, at: Date, alone: boolean) => `${subject} ${at.getTime()}${alone ? ' alone' : ''}`

/** Ends the codes again that opened a subject before its codes were replaced. Letters that are printed afterwards have new ones. */
export const repeatCodeEnd: Readonly<Record<string, RepeatDeletion>> = {
  [CODE]: async (app, { provider, id }) => {
    const [subject = '', time, alone] = id.split(' ')
    const at = new Date(Number(time))
    if (alone) await leaveSharedCodes(app, { key: provider }, subject)
    const codes = codesOf(app, { key: provider })
    for (const { _id, subjects } of await codes.find({ subjects: subject, created: { $lt: at } }).toArray()) {
      const ended = { at, by: null, subjects, next: null }
      await codes.updateOne({ _id, subjects }, { $set: { subjects: [], ended } })
    }
  },
}
