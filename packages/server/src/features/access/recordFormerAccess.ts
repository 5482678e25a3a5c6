import type { App } from '../../platform/app.ts'
import { findMailsTo } from '../../platform/mail/queue.ts'
import type { Owner } from '../../platform/personalData.ts'
import { SECURITY_LOG_DAYS, securityEventsOf } from '../../platform/security/collection.ts'
import { findStandIn } from '../account/collection.ts'
import { subjectsAmong } from '../jobs/publishing/mailTopics.ts'
import { type FormerAccess, formerAccessOf, isDownload } from './formerAccess.ts'
import { type Grant, grantsOf } from './grantDocuments.ts'
import { codesAmong } from './mailTopics.ts'
import { markOf } from './openings.ts'
import { sharesOf } from './shares.ts'

/** A union without some fields, each of its members by itself. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Former = Without<FormerAccess, '_id' | 'provider' | 'standIn'>

const LOG_MS = SECURITY_LOG_DAYS * 24 * 60 * 60_000

/** Records, before an account is deleted, that somebody could see its subjects. Repeating it records nothing twice. */
export async function recordFormerAccess(app: App, owner: Owner): Promise<void> {
  const standIn = await findStandIn(app, owner)
  if (standIn === null) return
  const grants = await grantsOf(app, owner.provider).find({ customer: owner.uuid }).toArray()
  const former = [
    ...grants.map((grant) => ofGrant(grant, app.clock())),
    ...(await sharesBy(app, owner, grants)),
    ...(await downloadsOf(app, owner)),
    ...(await emailsTo(app, owner)),
  ]
  for (const [_id, each] of identify(standIn, former)) {
    const insert = { $setOnInsert: { ...each, standIn } }
    await formerAccessOf(app, owner.provider).updateOne({ _id }, insert, { upsert: true })
  }
}

/** Each with its id, which is the same if some of them are recorded and deleted already. */
function identify(standIn: string, former: readonly Former[]): Array<[string, Former]> {
  const keyOf = ({ kind, subject, from }: Former) => [standIn, kind, subject, from.getTime()].join(' ')
  return [...Map.groupBy(former, keyOf)].flatMap(([key, equal]) =>
    equal.map((each, place): [string, Former] => [`${key} ${place}`, each]),
  )
}

function ofGrant({ subject, granted, first = granted, revoked }: Grant, now: Date): Former {
  return { kind: 'account', subject, from: first, until: revoked ?? now }
}

/** A share opens no more than its customer may see, and ends with the account. */
async function sharesBy(app: App, { provider, uuid }: Owner, grants: readonly Grant[]): Promise<Former[]> {
  const shares = await sharesOf(app, provider).find({ sharedBy: uuid }).toArray()
  const endOf = new Map(grants.map(({ subject, revoked }) => [subject, revoked]))
  return shares.toSorted(byId).flatMap(({ subjects, created: from, ends, ended, opened }) =>
    subjects.map((subject): Former => {
      const all = [app.clock(), ends, ended?.time, endOf.get(subject)].flatMap((each) => each?.getTime() ?? [])
      const until = new Date(Math.min(...all))
      return { kind: 'share', subject, from, until, ...(opened && { accounts: opened.accounts }) }
    }),
  )
}

const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1)

async function downloadsOf(app: App, { provider, uuid }: Owner): Promise<Former[]> {
  const events = await securityEventsOf(app).find({ provider, customer: uuid }).toArray()
  return events.toSorted(byId).flatMap(({ event, subject, picture, time }): Former[] => {
    if (!isDownload(event) || subject === undefined) return []
    const expires = new Date(time.getTime() + LOG_MS)
    return [{ kind: 'download', subject, from: time, until: time, event, ...(picture && { picture }), expires }]
  })
}

async function emailsTo(app: App, owner: Owner): Promise<Former[]> {
  const mails = await findMailsTo(app, owner)
  return mails.flatMap(({ kind: mail, about, created, sent }) => {
    const at = sent ?? created
    const marks = codesAmong(about).map((code) => markOf(app, { key: owner.provider }, code))
    const codes = marks.length > 0 && { codes: marks }
    return subjectsAmong(about).map(
      (subject): Former => ({ kind: 'email', mail, subject, from: at, until: at, ...codes }),
    )
  })
}
