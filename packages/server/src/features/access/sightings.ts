import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { securityEventsOf } from '../../platform/security/collection.ts'
import { DOWNLOADS, formerAccessOf, isDownload } from './formerAccess.ts'
import { grantsOf } from './grantDocuments.ts'
import { sharesOf } from './shares.ts'

/** The accounts and shares that opened these subjects in the period, and what was downloaded from them. */
export async function accessSightings(app: App, provider: string, exposure: Exposure): Promise<Sighting[]> {
  const { subjects, from, until, customers: some } = exposure
  const grants = await grantsOf(app, provider)
    .find({
      subject: { $in: [...subjects] },
      ...(some && { customer: { $in: [...some] } }),
      $and: [
        { $or: [{ granted: { $lte: until } }, { first: { $lte: until } }] },
        { $or: [{ revoked: null }, { revoked: { $gt: from } }] },
      ],
    })
    .toArray()
  const accounts = grants.map(({ customer, subject, granted, first = granted }): Sighting => {
    return { kind: 'account', who: { customer }, subject, at: laterOf(first, from) }
  })
  const customers = [...new Set(grants.map(({ customer }) => customer))]
  const [shares, downloads, former] = await Promise.all([
    shareSightings(app, provider, customers, exposure),
    downloadSightings(app, provider, customers, exposure),
    formerSightings(app, provider, exposure),
  ])
  return [...accounts, ...shares, ...downloads, ...former]
}

/** A recipient who opened the link has an account by its grant; the others could have opened it. */
async function shareSightings(
  app: App,
  provider: string,
  customers: readonly string[],
  { subjects, from, until }: Exposure,
): Promise<Sighting[]> {
  const shares = await sharesOf(app, provider)
    .find({ sharedBy: { $in: [...customers] }, created: { $lte: until } })
    .toArray()
  const open = shares.filter(({ ends, ended }) => ends > from && (!ended || ended.time > from))
  return open.flatMap((share) =>
    share.subjects
      .filter((subject) => subjects.includes(subject))
      .map((subject): Sighting => {
        const who = share.recipient === undefined ? { customer: share.sharedBy } : { email: share.recipient }
        return {
          kind: 'share',
          who,
          subject,
          at: laterOf(share.created, from),
          detail: openingText(share.opened?.accounts),
        }
      }),
  )
}

/** Of a set as a whole, or of one of the pictures. */
async function downloadSightings(
  app: App,
  provider: string,
  customers: readonly string[],
  { pictures, subjects, from, until }: Exposure,
): Promise<Sighting[]> {
  const events = await securityEventsOf(app)
    .find({ provider, customer: { $in: [...customers] }, time: { $gte: hourBefore(from), $lte: until } })
    .toArray()
  return events.flatMap(({ event, customer, subject, picture, time }): Sighting[] => {
    if (!isDownload(event)) return []
    if (customer === undefined || subject === undefined || !subjects.includes(subject)) return []
    if (picture !== undefined && !pictures.includes(picture)) return []
    return [{ kind: 'download', who: { customer }, subject, at: time, detail: DOWNLOADS[event] }]
  })
}

/** What accounts had, and did, that were deleted since: without the recipients of what they had shared. */
async function formerSightings(
  app: App,
  provider: string,
  { pictures, subjects, from, until, customers: some }: Exposure,
): Promise<Sighting[]> {
  const found = await formerAccessOf(app, provider)
    .find({ subject: { $in: [...subjects] }, ...(some && { standIn: { $in: [...some] } }), from: { $lte: until } })
    .toArray()
  return found.flatMap((former): Sighting[] => {
    const { kind, subject, standIn } = former
    const of = { who: { standIn }, subject, at: laterOf(former.from, from) }
    if (kind === 'download') {
      if (former.from < hourBefore(from) || (former.picture && !pictures.includes(former.picture))) return []
      return [{ ...of, kind, at: former.from, detail: DOWNLOADS[former.event] }]
    }
    // Who was emailed is listed for whole families, with those that are still there.
    if (kind === 'email' || former.until <= from) return []
    return [kind === 'share' ? { ...of, kind, detail: openingText(former.accounts) } : { ...of, kind }]
  })
}

const openingText = (accounts: number | undefined) => (accounts === undefined ? 'not opened' : `opened by ${accounts}`)

/** One record stands for the downloads of an hour, and has the time of the first. */
const hourBefore = (time: Date) => new Date(time.getTime() - 60 * 60_000)

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
