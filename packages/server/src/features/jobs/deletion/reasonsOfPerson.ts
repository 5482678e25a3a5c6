import type { App } from '../../../platform/app.ts'
import { changeFields, type FieldChange } from '../../../platform/db/changeFields.ts'
import { changeJob } from '../changeJob.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { wordsOf } from '../nameWords.ts'
import type { Picture } from '../picture.ts'
import { fold } from '../roster.ts'
import type { Consent, StateNote, SubjectState } from '../subjectState.ts'
import { hasKey, wordsOfPerson } from './fileNamesOfPerson.ts'

type Named = Pick<Subject, 'key' | 'name' | 'earlierKeys' | 'earlierNames' | 'rosterValues'>

type Mention = (text: string | null | undefined) => boolean

/** An initial, or a word as short, is in too many texts. */
const MIN_LETTERS = 3

/**
 * Whether a text may name one of these people: by a key, or by one word of a name that they have or had. It may be about a namesake: forgetting
 * the reason of that one is the smaller harm.
 */
export function createMention(people: readonly Named[]): Mention {
  const all = people.map(wordsOfPerson)
  const keys = all.flatMap((each) => each.keys.map(fold))
  const names = all.flatMap((each) => each.names.flatMap(wordsOf)).filter(({ length }) => length >= MIN_LETTERS)
  const forms = new Set(names.flatMap((name) => [name, `${name}s`]))
  return (text) =>
    Boolean(text) &&
    (keys.some((key) => hasKey(fold(text ?? ''), key)) || wordsOf(text ?? '').some((word) => forms.has(word)))
}

/** The same for people of a job by uuid. */
export async function mentionOf(
  app: App,
  { provider, uuid: jobUuid }: Pick<Job, 'provider' | 'uuid'>,
  subjects: readonly string[],
): Promise<Mention> {
  return createMention(
    await subjectsOf(app, provider)
      .find({ jobUuid, uuid: { $in: [...subjects] } })
      .toArray(),
  )
}

/**
 * Removes the words of operators that name somebody who is deleted from what stays in the job: why a class, a picture or somebody else is not shown, and who
 * has answered for somebody else. Returns from how many places.
 */
export async function forgetReasons(app: App, subject: Subject): Promise<number> {
  const { provider, uuid, jobUuid } = subject
  const mentions = createMention([subject])
  const clean = cleaner(mentions)
  const job = await changeJob(app, { provider, uuid: jobUuid }, ({ hiddenGroups }) =>
    hiddenGroups ? { hiddenGroups: hiddenGroups.map(clean) } : null,
  )
  let count = placesOf(job)
  for (const each of await uuidsOf(picturesOf(app, provider).find({ jobUuid }, UUID))) {
    const key = { uuid: each, jobUuid }
    count += placesOf(
      await changeFields<Picture, CleanPicture>(picturesOf(app, provider), key, ({ hidden, decision }) => ({
        hidden: hidden ? clean(hidden) : null,
        decision: decision && mentions(decision.reason) ? { ...decision, reason: null } : (decision ?? null),
      })),
    )
  }
  for (const other of await uuidsOf(subjectsOf(app, provider).find({ jobUuid, uuid: { $ne: uuid } }, UUID))) {
    const key = { uuid: other, jobUuid }
    count += placesOf(
      await changeFields<Subject, CleanSubject>(subjectsOf(app, provider), key, ({ withdrawn, hidden, consent }) => ({
        withdrawn: withdrawn ? clean(withdrawn) : null,
        hidden: hidden ? clean(hidden) : null,
        consent: consent ? cleanConsent(consent, mentions) : null,
      })),
    )
  }
  return count
}

type CleanPicture = { [Name in 'hidden' | 'decision']: NonNullable<Picture[Name]> | null }
type CleanSubject = { [Name in 'withdrawn' | 'hidden' | 'consent']: NonNullable<SubjectState[Name]> | null }

const UUID = { projection: { uuid: 1 } } as const

const uuidsOf = async (found: { toArray(): Promise<{ uuid: string }[]> }) =>
  (await found.toArray()).map(({ uuid }) => uuid)

const placesOf = (change: FieldChange<object> | null) => Object.keys(change?.after ?? {}).length

const cleaner =
  (mentions: Mention) =>
  <Note extends StateNote>(note: Note): Note => {
    if (!mentions(note.reason)) return note
    const { reason: _reason, ...rest } = note
    return rest as Note
  }

function cleanConsent(consent: Consent, mentions: Mention): Consent {
  const unnamed = (text: string | null) => (mentions(text) ? null : text)
  const answers = Object.entries(consent).map(([purpose, answer]) => {
    return [purpose, { ...answer, who: unnamed(answer.who), source: unnamed(answer.source) }]
  })
  return Object.fromEntries(answers)
}
