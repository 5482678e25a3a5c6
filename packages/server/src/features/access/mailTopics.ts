import type { App } from '../../platform/app.ts'
import type { MailTopicCheck } from '../../platform/feature.ts'
import type { MailTopic } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantId } from './grantDocuments.ts'
import { findGrant } from './grants.ts'
import { findOpening } from './openings.ts'
import { reachOfShares } from './sharedGrants.ts'

const CODE = 'code'
const GRANT = 'grant'
const SHARE = 'share'

/** The topic of an email with a code. */
export const aboutCode = (code: string): MailTopic => ({ noun: CODE, id: code })

/** The codes that an email with these topics contains. */
export const codesAmong = (topics: readonly MailTopic[]): string[] => [
  ...new Set(topics.flatMap(({ noun, id }) => (noun === CODE ? id : []))),
]

/** The topic of an email to a customer who may see a subject. */
export function aboutGrant({ key }: Pick<Provider, 'key'>, customer: string, subject: string): MailTopic {
  return { noun: GRANT, id: grantId(key, customer, subject) }
}

/** The topic of an email with the link of a share, for one of its subjects. */
export const aboutShare = (share: string, subject: string): MailTopic => ({ noun: SHARE, id: `${share} ${subject}` })

/** No email is sent with something that opens nothing any more. */
export const accessMailTopics: Readonly<Record<string, MailTopicCheck>> = {
  [CODE]: async (app, provider, code) =>
    (await findOpening(app, provider, code)).subjects.length > 0 ? null : 'The code opens nothing any more',
  [GRANT]: async (app, { key }, id) =>
    (await findGrant(app, key, id))?.opens === 'all' ? null : 'The recipient may no longer see the pictures',
  [SHARE]: async (app, { key }, id) =>
    (await sharedSubjects(app, key, id)).includes(id.split(' ')[1] ?? '') ? null : 'The share has ended',
}

async function sharedSubjects(app: App, provider: string, id: string): Promise<readonly string[]> {
  const [share = ''] = id.split(' ')
  return (await reachOfShares(app, provider, [share])).get(share)?.open ?? []
}
