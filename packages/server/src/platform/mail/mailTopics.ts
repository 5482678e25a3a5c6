import type { App } from '../app.ts'
import type { Provider } from '../provider/document.ts'
import type { Mail } from './mail.ts'
import { kindOfMail } from './mailKinds.ts'
import { replaceWords, type StoredMail } from './queue.ts'

/**
 * An email as it may be sent now. If something that it is about may no longer be shown, the feature that wrote it writes it again about
 * the rest, and it is dropped if nothing remains. The reason names nobody.
 */
export async function currentMail(
  app: App,
  provider: Provider,
  mail: StoredMail,
): Promise<{ mail: StoredMail } | { reason: string }> {
  const reason = await refusedReason(app, provider, mail)
  if (reason === null) return { mail }
  const key = mail._id.slice(provider.key.length + 1) as Mail['key']
  const written = await rewriterOf(app, key)?.(app, provider, { ...mail, key })
  if (!written || (await refusedReason(app, provider, written)) !== null) return { reason }
  const { subject, text, html, about = [] } = written
  const words = { subject, text, html, about }
  await replaceWords(app, mail, words)
  return { mail: { ...mail, ...words } }
}

/** The first reason why an email may not be sent as it is; null if it may. */
async function refusedReason(
  app: App,
  provider: Provider,
  { about = [] }: Pick<Mail, 'about'>,
): Promise<string | null> {
  for (const { noun, id } of about) {
    const check = app.features.find(({ mailTopics = {} }) => Object.hasOwn(mailTopics, noun))?.mailTopics?.[noun]
    const reason = check ? await check(app, provider, id) : `No feature decides about the noun "${noun}"`
    if (reason !== null) return reason
  }
  return null
}

function rewriterOf(app: App, key: Mail['key']) {
  const kind = kindOfMail(key)
  return app.features.find(({ mailRewriters = {} }) => Object.hasOwn(mailRewriters, kind))?.mailRewriters?.[kind]
}
