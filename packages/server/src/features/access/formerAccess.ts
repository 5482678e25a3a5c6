import type { App } from '../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import type { MailKind } from '../../platform/mail/mailKinds.ts'

/**
 * That an account which was deleted since could see a subject, had shared it, had downloaded of it or was emailed about it, and when: for the
 * report of who could see a wrong picture. It contains nothing of the account or of a recipient, and goes with the subject.
 */
export type FormerAccess = {
  _id: string
  provider: string
  /** A random id that stands for the account: the same in all that is recorded of it, and in nothing else that stays. */
  standIn: string
  subject: string
  from: Date
  /** When it ended, at the latest with the account. */
  until: Date
} & (
  | { kind: 'account' }
  /** By how many accounts it was opened; missing if by none. */
  | { kind: 'share'; accounts?: number }
  /** The picture is missing for a set as a whole. It expires as its record in the security log does. */
  | { kind: 'download'; event: keyof typeof DOWNLOADS; picture?: string; expires: Date }
  /** With the marks of the codes in it; missing if there was none. */
  | { kind: 'email'; mail: MailKind; codes?: string[] }
)

/** The events of the security log by which somebody has got a picture, as a report calls them. */
export const DOWNLOADS = { download: 'downloaded', 'full-size-view': 'looked at it in full size' } as const

/** Whether somebody has got a picture by an event. */
export const isDownload = (event: string): event is keyof typeof DOWNLOADS => event in DOWNLOADS

/** What is recorded of the deleted accounts of a shop. */
export function formerAccessOf(app: Pick<App, 'db'>, provider: string): ProviderCollection<FormerAccess> {
  return providerCollection<FormerAccess>(app, 'formerAccess', provider)
}

/** What stands for the deleted accounts that could see a subject; of a period, those whose access ended in it. */
export async function findStandIns(
  app: App,
  provider: string,
  subject: string,
  ended?: { from: Date; until: Date },
): Promise<string[]> {
  const found = await formerAccessOf(app, provider)
    .find({ subject, kind: 'account', ...(ended && { until: { $gte: ended.from, $lte: ended.until } }) })
    .toArray()
  return found.map(({ standIn }) => standIn)
}

/** The emails about these subjects to accounts that were deleted since. */
export async function findFormerMails(
  app: App,
  provider: string,
  subjects: readonly string[],
): Promise<Extract<FormerAccess, { kind: 'email' }>[]> {
  const found = await formerAccessOf(app, provider)
    .find({ subject: { $in: [...subjects] }, kind: 'email' })
    .toArray()
  return found.filter((each) => each.kind === 'email')
}
