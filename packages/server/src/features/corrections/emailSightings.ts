import type { App } from '../../platform/app.ts'
import type { Sighting } from '../../platform/feature.ts'
import type { MailKind } from '../../platform/mail/mailKinds.ts'
import { findMailsAbout } from '../../platform/mail/queue.ts'
import { findFormerMails } from '../access/formerAccess.ts'
import { codesAmong } from '../access/mailTopics.ts'
import { markOf } from '../access/openings.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { findDoubles } from '../jobs/subjects/mergedSubjects.ts'

/** The emails that open the pictures of somebody. A share is listed by itself. */
const DETAILS: Partial<Record<MailKind, string>> = {
  ready: 'that the pictures are ready',
  reminder: 'a reminder',
  retake: 'about a retake',
  recovery: 'the code once more, on request',
}

/**
 * Everybody to whom an email with a way to the pictures of some people was sent, or waits to be, each once: by the emails themselves, whatever
 * addresses the roster or a publication has had since. With `codes` only those by which somebody has got one of these.
 */
export async function emailSightings(
  app: App,
  job: Job,
  subjects: readonly Pick<Subject, 'uuid'>[],
  { until, codes }: { until: Date; codes?: readonly string[] },
): Promise<Sighting[]> {
  if (subjects.length === 0) return []
  const uuids = subjects.map(({ uuid }) => uuid)
  // An email about somebody who became one person with another one opens that one.
  const doubles = await findDoubles(app, job, uuids)
  const persons = new Map([...uuids.map((uuid) => [uuid, uuid] as const), ...doubles])
  const only = codes && new Set(codes.map((code) => markOf(app, { key: job.provider }, code)))
  const mails = [...(await stored(app, job.provider, persons)), ...(await ofDeleted(app, job.provider, persons))]
    .filter(({ at, marks }) => at <= until && (!only || marks.some((mark) => only.has(mark))))
    // What was sent says more than what waits.
    .toSorted((one, other) => Number(!one.sent) - Number(!other.sent) || one.at.getTime() - other.at.getTime())
  const sightings = new Map<string, Sighting>()
  for (const { kind, who, about, sent, at } of mails) {
    const text = DETAILS[kind]
    if (text === undefined) continue
    const detail = sent ? text : `${text}; waits to be sent`
    for (const subject of new Set(about.flatMap((id) => persons.get(id) ?? []))) {
      const key = `${subject} ${JSON.stringify(who)}`
      if (!sightings.has(key)) sightings.set(key, { kind: 'email', who, subject, at, detail })
    }
  }
  return [...sightings.values()]
}

/** An email as the report needs it; `about` are subjects, `marks` those of the codes in it. */
type SeenMail = {
  kind: MailKind
  who: Sighting['who']
  about: string[]
  marks: readonly string[]
  sent: boolean
  at: Date
}
type Persons = ReadonlyMap<string, string>

async function stored(app: App, provider: string, persons: Persons): Promise<SeenMail[]> {
  const mails = await findMailsAbout(app, provider, [...persons.keys()])
  return mails.map(({ kind, to, about, sent, created }) => {
    const marks = codesAmong(about).map((code) => markOf(app, { key: provider }, code))
    const ids = about.map(({ id }) => id)
    return { kind, who: { email: to }, about: ids, marks, sent: sent !== null, at: sent ?? created }
  })
}

/** To accounts that were deleted since, with their emails. */
async function ofDeleted(app: App, provider: string, persons: Persons): Promise<SeenMail[]> {
  const mails = await findFormerMails(app, provider, [...persons.keys()])
  return mails.map(({ mail, standIn, subject, from: at, codes: marks = [] }) => {
    return { kind: mail, who: { standIn }, about: [subject], marks, sent: true, at }
  })
}
