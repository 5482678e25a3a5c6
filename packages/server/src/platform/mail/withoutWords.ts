import type { MailTopic } from './mail.ts'

/** What an email says, about whom, and that somebody of them was deleted. */
const WORDS = { subject: '', text: '', html: '', isAboutDeleted: '', deletedSubjects: '' } as const

type Removal = { $set?: { about: MailTopic[] }; $unset: typeof WORDS & { about?: '' } }

/**
 * Takes the words out of a stored email of which these subjects were deleted. What it was about stays as far as it is others: that is the answer to
 * who was mailed about them, and who has their codes.
 */
export function withoutWords(about: readonly MailTopic[] = [], deleted: readonly string[] = []): Removal {
  const isTheirs = ({ id }: MailTopic) => id.split(' ').some((part) => deleted.includes(part))
  const others = about.filter((topic) => !isTheirs(topic))
  const isAboutOthers = others.some(({ noun }) => about.some((topic) => topic.noun === noun && isTheirs(topic)))
  return isAboutOthers ? { $set: { about: others }, $unset: WORDS } : { $unset: { ...WORDS, about: '' } }
}
