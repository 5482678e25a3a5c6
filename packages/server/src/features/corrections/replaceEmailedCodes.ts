import type { App } from '../../platform/app.ts'
import { findMailsAbout } from '../../platform/mail/queue.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codeId, codesOfSubjects } from '../access/codes.ts'
import { endGrantsByCode } from '../access/endAccess.ts'
import { findFormerMails } from '../access/formerAccess.ts'
import { codesAmong } from '../access/mailTopics.ts'
import { markOf } from '../access/openings.ts'
import { replaceCodes } from '../access/replaceCodes.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import type { SubjectStep } from './collection.ts'

/**
 * Gives those who are two again new codes if one of theirs was emailed to an address that is not theirs while they were one: the other family may have
 * it. Done when each has their own addresses again. Returns their names. Safe to repeat.
 */
export async function replaceEmailedCodes(
  app: App,
  job: Pick<Job, 'provider'>,
  steps: readonly SubjectStep[],
  by: string | null,
): Promise<string[]> {
  const provider = await findProvider(app, job.provider)
  if (!provider) return []
  const names = new Set<string>()
  for (const { subject, after } of steps) {
    if (!after.merged) continue
    const { into, at: since } = after.merged
    const merge = { since, pair: [into, subject], by }
    for (const uuid of merge.pair) {
      const person = await subjectsOf(app, job.provider).findOne({ uuid })
      if (person && (await replaceCodesOf(app, provider, person, merge))) names.add(person.name)
    }
  }
  return [...names]
}

type Merge = { since: Date; pair: readonly string[]; by: string | null }

/** What was granted by a code since it may be with a stranger ends with it, of brothers and sisters, too. */
async function replaceCodesOf(app: App, provider: Provider, person: Subject, merge: Merge): Promise<boolean> {
  const codes = await codesOfSubjects(app, provider, [person.uuid])
  const emailed = await emailedElsewhere(app, provider, person, { ...merge, codes })
  if (emailed.length === 0) return false
  const { since, by } = merge
  for (const { code, subjects } of emailed) {
    for (const subject of subjects) {
      await endGrantsByCode(app, provider, { code: codeId(provider, code), subject, since })
    }
  }
  await replaceCodes(app, provider, person.uuid, { by, alone: false })
  return true
}

type Code = Awaited<ReturnType<typeof codesOfSubjects>>[number]

/** Those of a person's codes that an address has which is not theirs, or which is unknown because its account was deleted since. */
async function emailedElsewhere(
  app: App,
  provider: Provider,
  person: Subject,
  { codes, since, pair }: Merge & { codes: readonly Code[] },
): Promise<Code[]> {
  const own = contactAddresses(person)
  const texts = codes.map(({ code }) => code)
  const mails = await findMailsAbout(app, provider.key, texts)
  // One that had waited since before was written again for both.
  const foreign = mails.filter(({ to, sent }) => (sent === null || sent >= since) && !own.includes(to))
  const known = new Set(foreign.flatMap(({ about }) => codesAmong(about)))
  const former = (await findFormerMails(app, provider.key, pair)).filter(({ from }) => from >= since)
  const marks = new Set(former.flatMap((mail) => mail.codes ?? []))
  return codes.filter(({ code }) => known.has(code) || marks.has(markOf(app, provider, code)))
}
