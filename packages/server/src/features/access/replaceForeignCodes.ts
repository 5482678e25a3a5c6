import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codeId } from './codes.ts'
import type { EmailedCode } from './emailedCodes.ts'
import { endGrantsByCode } from './endAccess.ts'
import { isEndedCode, replaceCodes } from './replaceCodes.ts'

/**
 * Ends codes that another family has, and what was granted by them since they may have it, of everybody whom they open; these get new ones. Safe to
 * repeat.
 */
export async function replaceForeignCodes(
  app: App,
  provider: Provider,
  codes: ReadonlyArray<Pick<EmailedCode, 'code' | 'subjects' | 'at'>>,
  by: string | null,
): Promise<void> {
  for (const { code, subjects, at: since } of codes)
    for (const subject of subjects)
      await endGrantsByCode(app, provider, { code: codeId(provider, code), subject, since })
  for (const { code, subjects } of codes) {
    const [subject] = subjects
    // Somebody with two of them gets new ones once.
    if (subject && !(await isEndedCode(app, provider, code)))
      await replaceCodes(app, provider, subject, { by, alone: false })
  }
}
