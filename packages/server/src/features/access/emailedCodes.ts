import type { App } from '../../platform/app.ts'
import { findMailsAbout } from '../../platform/mail/queue.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from './codes.ts'
import { codesAmong } from './mailTopics.ts'

/** A code that opens somebody, which an email has brought to an address, in lower case, and when. */
export type EmailedCode = { code: string; subjects: readonly string[]; to: string; at: Date }

/** So many people are asked about at once. */
const CHUNK = 500

/** To which addresses the codes that open some people were emailed. What waits to be sent has reached nobody. */
export async function findEmailedCodes(app: App, provider: Provider, uuids: readonly string[]): Promise<EmailedCode[]> {
  const found: EmailedCode[] = []
  for (let at = 0; at < uuids.length; at += CHUNK) {
    const codes = await codesOfSubjects(app, provider, uuids.slice(at, at + CHUNK))
    const subjectsOf = new Map(codes.map(({ code, subjects }) => [code, subjects]))
    for (const { to, sent, about } of await findMailsAbout(app, provider.key, [...subjectsOf.keys()])) {
      if (sent === null) continue
      for (const code of codesAmong(about)) {
        const subjects = subjectsOf.get(code)
        if (subjects) found.push({ code, subjects, to: to.toLowerCase(), at: sent })
      }
    }
  }
  return found
}
