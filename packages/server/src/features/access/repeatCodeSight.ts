import type { App } from '../../platform/app.ts'
import type { RepeatWithholding } from '../../platform/feature.ts'
import type { WithheldThing } from '../../platform/withheldThing.ts'
import { findAllSubjects, findJobs } from '../jobs/collection.ts'
import { CODE_SIGHT, codeName } from './codeSight.ts'
import { codesOf } from './codes.ts'
import { disputeAgain, takeFromCode } from './disputedCodes.ts'

/** Codes that opened somebody no longer open nobody again: whose they are is disputed. One that opens others too leaves them. */
export const repeatCodeSight: Readonly<Record<string, RepeatWithholding>> = {
  [CODE_SIGHT]: async (app, { provider, ids }) => {
    const found: WithheldThing[] = []
    for (const [subject = '', name = ''] of ids.map((id) => id.split(' '))) {
      const withheld = await withhold(app, provider, subject, name)
      if (withheld) found.push(withheld)
    }
    return found
  },
}

async function withhold(app: App, provider: string, uuid: string, name: string): Promise<WithheldThing | null> {
  const codes = await codesOf(app, { key: provider }).find({ subjects: uuid }).toArray()
  const code = codes.find(({ _id }) => codeName(app, _id) === name)
  const [subject] = await findAllSubjects(app, provider, [uuid])
  const [job] = subject ? await findJobs(app, provider, [subject.jobUuid]) : []
  if (!code || !job) return null
  if (!(await disputeAgain(app, job, code._id, uuid))) await takeFromCode(app, { key: provider }, code._id, uuid)
  return { what: 'code', id: name, job: `"${job.name}" (${job.year})` }
}
