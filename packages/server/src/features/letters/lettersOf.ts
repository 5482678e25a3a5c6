import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import type { Job } from '../jobs/collection.ts'
import { photographedSubjects } from '../jobs/subjects/photographedSubjects.ts'
import type { Letter } from './drawLetter.ts'

/** The content of a job's letters: one for each subject with pictures, by group and name. A subject without a code gets one. */
export async function lettersOf(app: App, provider: Provider, job: Job): Promise<Letter[]> {
  const subjects = await photographedSubjects(app, provider, job)
  const codes = await codesFor(
    app,
    provider,
    subjects.map(({ uuid }) => uuid),
  )
  return subjects.flatMap(({ uuid, name, group }) => {
    const code = codes.find((each) => each.subjects.includes(uuid))?.code
    if (code === undefined) return []
    return [{ name, group, code, address: shopAddress(app, provider, `/c/${encodeURIComponent(code)}`) }]
  })
}
