import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubject, createCode, subjectsOfCode } from '../access/codes.ts'

/**
 * A code that opens a subject and nobody except the shared ones: the letter's code if it does, otherwise a new one. The code of
 * a whole family would reveal more than the sender chose.
 */
export async function codeToShare(
  app: App,
  provider: Provider,
  subject: string,
  shared: readonly string[],
): Promise<string> {
  for (const code of await codesOfSubject(app, provider, subject)) {
    const opened = await subjectsOfCode(app, provider, code)
    if (opened.every((uuid) => shared.includes(uuid))) return code
  }
  return createCode(app, provider, subject)
}
