import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import type { Job } from '../jobs/collection.ts'
import { photographedSubjects } from '../jobs/photographed.ts'
import type { Letter } from './page.ts'

/** What the letters of a job say: one for each subject that has pictures, by group and name. Who has no code yet gets one. */
export async function lettersOf(app: App, provider: Provider, job: Job): Promise<Letter[]> {
  const subjects = await photographedSubjects(app, job)
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
