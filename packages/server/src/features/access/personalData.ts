import type { Document } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { findJobs, findSubjects } from '../jobs/collection.ts'
import { recordFormerAccess } from './recordFormerAccess.ts'

/** Adds the child and the job that a grant opens, while it is valid. */
async function nameGrants(grants: Document[], { provider }: Owner, app: App): Promise<Document[]> {
  const open = grants.filter(({ revoked }) => revoked === null).map(({ subject }) => String(subject))
  const subjects = await findSubjects(app, provider, open)
  const jobs = await findJobs(
    app,
    provider,
    subjects.map(({ jobUuid }) => jobUuid),
  )
  return grants.map((grant) => {
    const found = subjects.find(({ uuid }) => uuid === grant.subject)
    const job = jobs.find(({ uuid }) => uuid === found?.jobUuid)
    return { ...grant, ...(found && { name: found.name, group: found.group }), ...(job && { job: job.name }) }
  })
}

export const accessPersonalData: readonly PersonalData[] = [
  {
    collection: 'grants',
    filterFor: ({ uuid }) => ({ customer: uuid }),
    // whose share it was is the other customer's data; what stands for a code is of no use to anybody
    hiddenFields: ['_id', 'shares', 'code'],
    present: nameGrants,
    beforeErasure: recordFormerAccess,
  },
  // With them ends what their recipients may see by them.
  { collection: 'shares', filterFor: ({ uuid }) => ({ sharedBy: uuid }), hiddenFields: ['token', 'slot'] },
]
