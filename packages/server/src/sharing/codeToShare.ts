import { randomInt } from 'node:crypto'
import { makeCode } from '@portraitkit/core/jobs/codes.ts'
import { CodeTakenError, codesOfSubject, saveCode, subjectsOfCode } from '../access/codes.ts'
import type { App } from '../app.ts'
import type { Provider } from '../provider/document.ts'

/**
 * A code that opens a subject and nobody beside those who are shared: that of the letter where it does, else a new one. The
 * code of a whole family would show more than its sender chose.
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
  return newCode(app, provider, subject)
}

async function newCode(app: App, provider: Provider, subject: string): Promise<string> {
  const code = makeCode(randomInt)
  try {
    await saveCode(app, provider, { code, subjects: [subject] })
    return code
  } catch (error) {
    if (error instanceof CodeTakenError) return newCode(app, provider, subject)
    throw error
  }
}
