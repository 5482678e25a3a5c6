import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection, Feature } from '../../platform/feature.ts'
import type { CardChange } from '../../platform/subjectHistory.ts'
import { MAX_CARD_NUMBER } from './cardText.ts'

/** A printed card of a job. Its QR code contains its number; who holds it is stored only here. */
export type Card = {
  provider: string
  jobUuid: string
  /** From 1, printed on the card. A number is never used twice in a job. */
  number: number
  /** The uuid of the person whose card it is; null for a blank one that is not named yet. */
  subject: string | null
  /** It was printed without a name. */
  isBlank: boolean
  /** The class with whose list it was printed. */
  group: string
  /** The print that a blank card belongs to, so that a repeated one prints the same. */
  print: string
  /** Its person was deleted: it names nobody, and nothing but its number is stored. */
  isGone?: true
}

export const cardCollections: Collection[] = [
  {
    name: 'cards',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, jobUuid: 1, number: 1 }, options: { unique: true } }],
  },
]

export const cardsOf = (app: App, provider: string) => providerCollection<Card>(app, 'cards', provider)

/** The cards of deleted subjects. Their numbers stay: printed ones name nobody from then on, and nobody else gets one like them. */
export const forgetCards: NonNullable<Feature['forgetSubjects']> = async (app, { key }, { job, subjects }) => {
  const gone = { subject: null, isBlank: false, group: '', print: '', isGone: true as const }
  const theirs = { jobUuid: job, subject: { $in: [...subjects] } }
  const { modifiedCount } = await cardsOf(app, key).updateMany(theirs, { $set: gone })
  return [{ what: 'card', count: modifiedCount }]
}

/** The blank cards of a deleted job, too. */
export const forgetCardsOfJob: NonNullable<Feature['forgetJob']> = async (app, { key }, { uuid }) => {
  const count = await cardsOf(app, key).count({ jobUuid: uuid, isBlank: true })
  await cardsOf(app, key).deleteMany({ jobUuid: uuid })
  return [{ what: 'blank card', count }]
}

/** The cards of a job, by number. */
export function findCards(app: App, provider: string, jobUuid: string): Promise<Card[]> {
  return cardsOf(app, provider).find({ jobUuid }).sort({ number: 1 }).toArray()
}

/** The card of a job with this number; null if it has none. */
export function findCard(app: App, provider: string, jobUuid: string, number: number): Promise<Card | null> {
  return cardsOf(app, provider).findOne({ jobUuid, number })
}

/** What a print needs: the cards of these persons, and so many blank ones for each class. */
export type CardRequest = {
  persons: readonly { uuid: string; group: string }[]
  blanks: readonly { group: string; count: number }[]
  /** Identifies the print. */
  print: string
}

/** The cards of a print, with new ones for those who have none. Repeating it returns the same. */
export async function issueCards(app: App, provider: string, jobUuid: string, request: CardRequest): Promise<Card[]> {
  const cards = await findCards(app, provider, jobUuid)
  const missing = missingCards(cards, request)
  const first = (cards.at(-1)?.number ?? 0) + 1
  if (first + missing.length - 1 > MAX_CARD_NUMBER) throw new RangeError('The job has too many cards')
  if (missing.length > 0) {
    const added = missing.map((card, at) => ({ ...card, jobUuid, number: first + at, print: request.print }))
    await cardsOf(app, provider)
      .insertMany(added)
      .catch((error: unknown) => {
        // Another print of this job takes numbers at the same moment: what is still missing is issued next.
        if (!isDuplicate(error)) throw error
      })
    return issueCards(app, provider, jobUuid, request)
  }
  // Who has held a blank card before may have one of their own now.
  const ownLast = [...cards].sort((one, other) => Number(other.isBlank) - Number(one.isBlank))
  const cardOf = new Map(ownLast.flatMap((card) => (card.subject === null ? [] : [[card.subject, card] as const])))
  const persons = request.persons.flatMap(({ uuid }) => cardOf.get(uuid) ?? [])
  return [...persons, ...cards.filter((card) => isBlankOf(card, request))]
}

const isBlankOf = ({ print, subject }: Card, request: CardRequest) => print === request.print && subject === null

function missingCards(cards: readonly Card[], request: CardRequest): Pick<Card, 'subject' | 'group' | 'isBlank'>[] {
  const holders = new Set(cards.map(({ subject }) => subject))
  const blanks = request.blanks.flatMap(({ group, count }) => {
    const known = cards.filter((card) => isBlankOf(card, request) && card.group === group).length
    return Array.from({ length: Math.max(0, count - known) }, () => ({ subject: null, group, isBlank: true }))
  })
  const persons = request.persons.filter(({ uuid }) => !holders.has(uuid))
  return [...persons.map(({ uuid, group }) => ({ subject: uuid, group, isBlank: false })), ...blanks]
}

/**
 * Names the person who held a blank card. Returns who was named before, by uuid: without `isReplaced` somebody else stays so, and nothing was
 * changed. Null without any change if the job has no such card, or it was printed with a name. `record` is called before it is named.
 */
export async function nameCard(
  app: App,
  provider: string,
  jobUuid: string,
  { number, subject, isReplaced = false }: Pick<Card, 'number'> & { subject: string; isReplaced?: boolean },
  record: (before: string | null) => Promise<void> = async () => {},
): Promise<{ before: string | null } | null> {
  const card = await findCard(app, provider, jobUuid, number)
  if (!card?.isBlank) return null
  const { subject: before } = card
  if (before !== null && before !== subject && !isReplaced) return { before }
  if (before === subject) return { before }
  await record(before)
  if (await replaceHolder(app, provider, jobUuid, { number, before, after: subject })) return { before }
  // Somebody else has named it in between.
  return nameCard(app, provider, jobUuid, { number, subject, isReplaced }, record)
}

/** Names somebody else by a card, or nobody, unless it was changed meanwhile. Returns whether it was named. */
export async function replaceHolder(
  app: App,
  provider: string,
  jobUuid: string,
  { number, before, after }: CardChange,
): Promise<boolean> {
  const unchanged = { jobUuid, number, subject: before, isBlank: true }
  const { matchedCount } = await cardsOf(app, provider).updateOne(unchanged, { $set: { subject: after } })
  return matchedCount > 0
}
