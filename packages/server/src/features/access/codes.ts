import { randomInt } from 'node:crypto'
import { makeCode, normaliseCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordOpenedByCode } from './codeSight.ts'
import { splitByOthers } from './namedSubjects.ts'

/** A code and the subjects whose picture sets it opens. */
export type StoredCode = {
  /** The provider and the normalised code. */
  _id: string
  provider: string
  /** The code as it was given, for letters and for sending it again. */
  code: string
  subjects: string[]
  created: Date
  /**
   * A roster has given it to somebody else: it opens nobody until somebody says whose it is. What it opened was moved here from `subjects`. `byList`: a
   * roster that gives it to the same people again is enough.
   */
  disputed?: { at: Date; job: string; subjects: string[]; byList?: true }
  /** It opens nothing any more, and is never given to anybody again. What it opened was moved here from `subjects`. */
  ended?: {
    at: Date
    /** The operator; null if unknown. */
    by: string | null
    subjects: string[]
    /** The code that opens the same; null after a restore of a backup that did not contain it. */
    next: string | null
  }
}

/** The code already opens other subjects, or was ended; nothing was changed. */
export class CodeTakenError extends Error {
  override name = 'CodeTakenError'
}

export function codesOf(app: App, provider: Pick<Provider, 'key'>): ProviderCollection<StoredCode> {
  return providerCollection<StoredCode>(app, 'codes', provider.key)
}

/** Normalises a code for lookup: letters and digits only, in capitals, with one of each pair of look-alikes. */
export function codeLookupKey(code: string): string {
  return normaliseCode(code)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

export function codeId(provider: Pick<Provider, 'key'>, code: string): string {
  return `${provider.key} ${codeLookupKey(code)}`
}

/**
 * Stores a code that opens these subjects. Saving it again changes nothing; a longer list that contains the earlier one replaces
 * it. Throws CodeTakenError if the code, or one that looks like it, opens somebody else or was ended: colliding rosters must not open a
 * stranger's pictures.
 */
export async function saveCode(
  app: App,
  provider: Provider,
  { code, subjects }: { code: string; subjects: readonly string[] },
): Promise<void> {
  const codes = codesOf(app, provider)
  const unique = [...new Set(subjects)]
  const _id = codeId(provider, code)
  const stored = await codes.findOne({ _id })
  if (!stored) {
    try {
      return await codes.insertOne({ _id, code: normaliseCode(code), subjects: unique, created: app.clock() })
    } catch (error) {
      if (!isDuplicate(error)) throw error
      return saveCode(app, provider, { code, subjects })
    }
  }
  if (stored.ended) throw new CodeTakenError(`The code ${normaliseCode(code)} was ended`)
  const same = stored.code === normaliseCode(code)
  if (same && unique.every((subject) => stored.subjects.includes(subject))) return
  if (!same || !stored.subjects.every((subject) => unique.includes(subject))) {
    throw new CodeTakenError(`The code ${normaliseCode(code)} already belongs to a different subject`)
  }
  const { modifiedCount } = await codes.updateOne({ _id, subjects: stored.subjects }, { $set: { subjects: unique } })
  if (modifiedCount === 0) return saveCode(app, provider, { code, subjects })
  await recordOpenedByCode(app, provider, { id: _id, subjects: unique })
}

/** The subjects that a code opens; an empty list for an unknown code. */
export async function subjectsOfCode(app: App, provider: Provider, code: string): Promise<string[]> {
  const id = codeId(provider, code)
  const subjects = await readSubjects(app, provider.key, [id])
  return subjects.get(id) ?? []
}

/** The subjects of each code, by the code's id. */
const readSubjects = createSharedRead(async (app, provider, ids) => {
  const codes = await providerCollection<StoredCode>(app, 'codes', provider)
    .find({ _id: { $in: ids } }, { projection: { subjects: 1 } })
    .toArray()
  return new Map(codes.map(({ _id, subjects }) => [_id, subjects]))
})

/** The codes that open a subject, as they were given. */
export async function codesOfSubject(app: App, provider: Provider, subject: string): Promise<string[]> {
  const stored = await codesOf(app, provider).find({ subjects: subject }).toArray()
  return stored.map(({ code }) => code)
}

/** The codes that open any of these subjects, oldest first: the oldest is the one in the letter. */
export async function codesOfSubjects(
  app: App,
  provider: Provider,
  subjects: readonly string[],
): Promise<Array<Pick<StoredCode, 'code' | 'subjects'>>> {
  return codesOf(app, provider)
    .find({ subjects: { $in: [...subjects] } }, { projection: { code: 1, subjects: 1, created: 1 } })
    .sort({ created: 1, _id: 1 })
    .toArray()
}

/** Takes subjects out of all codes; a code that opens nobody else is deleted. Returns how many codes opened one of them. */
export async function deleteFromCodes(app: App, provider: Provider, subjects: readonly string[]): Promise<number> {
  const codes = codesOf(app, provider)
  const named = await codes.find({ subjects: { $in: [...subjects] } }).toArray()
  const { alone, others } = splitByOthers(named, subjects)
  // It stays as a code that was ended: a letter that is still somewhere never opens another child.
  const ended = { at: app.clock(), by: null, subjects: [], next: null }
  await codes.updateMany({ _id: { $in: alone } }, { $set: { subjects: [], ended } })
  await codes.updateMany({ _id: { $in: others } }, { $pull: { subjects: { $in: [...subjects] } } })
  await codes.updateMany(
    { 'ended.subjects': { $in: [...subjects] } },
    { $pull: { 'ended.subjects': { $in: [...subjects] } } },
  )
  return named.length
}

/** Creates and stores a new code that opens one subject. */
export async function createCode(app: App, provider: Provider, subject: string): Promise<string> {
  const code = makeCode(randomInt)
  try {
    await saveCode(app, provider, { code, subjects: [subject] })
    return code
  } catch (error) {
    if (error instanceof CodeTakenError) return createCode(app, provider, subject)
    throw error
  }
}

/** The codes of these subjects, the letter's first; a subject without a code gets one. */
export async function codesFor(
  app: App,
  provider: Provider,
  subjects: readonly string[],
): Promise<Array<{ code: string; subjects: string[] }>> {
  const codes = await codesOfSubjects(app, provider, subjects)
  const opened = new Set(codes.flatMap((each) => each.subjects))
  const made: typeof codes = []
  for (const subject of subjects) {
    if (!opened.has(subject)) made.push({ code: await createCode(app, provider, subject), subjects: [subject] })
  }
  return [...codes, ...made]
}
