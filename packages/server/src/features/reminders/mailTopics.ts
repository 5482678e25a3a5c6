import type { MailTopic } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { aboutCode, aboutGrant } from '../access/mailTopics.ts'
import { aboutAddress, aboutContact, aboutPictures } from '../jobs/publishing/mailTopics.ts'
import type { Family, FamilyLink } from './families.ts'

/** What an email with these links is about: everything has to be valid when it is sent. */
export function topicsOf(provider: Provider, { customer, email }: Family, links: readonly FamilyLink[]): MailTopic[] {
  return links.flatMap(({ subjects, code }) =>
    subjects.flatMap((uuid) => {
      const asContact = [aboutCode(code ?? ''), aboutContact(uuid, email)]
      const way =
        code !== null ? asContact : customer ? [aboutGrant(provider, customer, uuid), aboutAddress(uuid, email)] : []
      return [aboutPictures(uuid), ...way]
    }),
  )
}
