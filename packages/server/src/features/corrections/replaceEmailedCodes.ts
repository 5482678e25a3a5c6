import type { App } from '../../platform/app.ts'
import { findMailsAbout } from '../../platform/mail/queue.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codeId, codesOfSubjects } from '../access/codes.ts'
import { endGrantsByCode } from '../access/endAccess.ts'
import { aboutCode } from '../access/mailTopics.ts'
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
    for (const uuid of [into, subject]) {
      const person = await subjectsOf(app, job.provider).findOne({ uuid })
      if (person && (await replaceCodesOf(app, provider, person, { since, by }))) names.add(person.name)
    }
  }
  return [...names]
}

/** What was granted by a code since it may be with a stranger ends with it, of brothers and sisters, too. */
async function replaceCodesOf(
  app: App,
  provider: Provider,
  person: Subject,
  { since, by }: { since: Date; by: string | null },
): Promise<boolean> {
  const codes = await codesOfSubjects(app, provider, [person.uuid])
  const own = contactAddresses(person)
  const mails = await findMailsAbout(
    app,
    provider.key,
    codes.map(({ code }) => code),
  )
  const foreign = mails.filter(({ to, created }) => created >= since && !own.includes(to))
  const topics = new Set(foreign.flatMap(({ about }) => about.map(topicText)))
  const emailed = codes.filter(({ code }) => topics.has(topicText(aboutCode(code))))
  if (emailed.length === 0) return false
  for (const { code, subjects } of emailed) {
    for (const subject of subjects) {
      await endGrantsByCode(app, provider, { code: codeId(provider, code), subject, since })
    }
  }
  await replaceCodes(app, provider, person.uuid, { by, alone: false })
  return true
}

const topicText = ({ noun, id }: { noun: string; id: string }) => `${noun} ${id}`
