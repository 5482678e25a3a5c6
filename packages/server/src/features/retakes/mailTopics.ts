import type { App } from '../../platform/app.ts'
import type { MailTopicCheck } from '../../platform/feature.ts'
import type { MailTopic } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { findVisiblePictures } from '../jobs/pictures/visiblePictures.ts'
import { retakesOf, type StoredRetake } from './collection.ts'

const RETAKE = 'retake'

/** The topic of an email about a retake, by uuid. */
export const aboutRetake = (uuid: string): MailTopic => ({ noun: RETAKE, id: uuid })

/** No email is sent about new pictures that its recipient could not look at now. */
export const retakeMailTopics: Readonly<Record<string, MailTopicCheck>> = {
  [RETAKE]: async (app, provider, uuid) => {
    const retake = await retakesOf(app, provider.key).findOne({ uuid })
    if (!retake) return 'The retake was deleted'
    if (retake.calledOff) return 'The retake was called off'
    return (await areNewPicturesVisible(app, provider, retake)) ? null : 'A new picture is not shown'
  },
}

/** The earlier pictures may be visible still: nobody is sent to look at new ones that are hidden or withheld. */
export async function areNewPicturesVisible(
  app: App,
  { key }: Pick<Provider, 'key'>,
  { subject, pictures }: Pick<StoredRetake, 'subject' | 'pictures'>,
): Promise<boolean> {
  const { open } = await findVisiblePictures(app, key, subject)
  return pictures.every(({ after }) => open.has(after))
}
