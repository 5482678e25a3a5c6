import type { App } from '../../platform/app.ts'
import type { Sighting } from '../../platform/feature.ts'
import { grantsByShareAlone } from '../access/sharedGrants.ts'
import type { Share } from '../access/shares.ts'
import { assignmentsEver } from '../corrections/asOf.ts'
import { type ExposureEntry, entriesOf } from '../corrections/exposure.ts'
import { sightingsOf } from '../corrections/subjectExposure.ts'
import { findAllSubjects, type Subject } from '../jobs/collection.ts'
import { isAssignedTo } from '../jobs/picture.ts'

/**
 * Who could see pictures by a share that has ended: whoever has its link, the accounts that have opened it and see the subjects by nothing else, and
 * what these downloaded or ordered meanwhile.
 */
export async function findShareExposure(app: App, provider: string, share: Share): Promise<ExposureEntry[]> {
  const { sharedBy, recipient, created, ended, opened } = share
  const subjects = await findAllSubjects(app, provider, share.subjects)
  const grants = await grantsByShareAlone(app, provider, share)
  const exposure = {
    pictures: await picturesEver(app, provider, subjects),
    subjects: share.subjects,
    from: created,
    until: ended?.time ?? app.clock(),
    customers: [...new Set(grants.map(({ customer }) => customer))],
  }
  const links = share.subjects.map((subject): Sighting => {
    const who = recipient === undefined ? { customer: sharedBy } : { email: recipient }
    return { kind: 'share', who, subject, at: created, detail: opened ? `opened by ${opened.accounts}` : 'not opened' }
  })
  const sightings = await sightingsOf(app, provider, exposure)
  return entriesOf(app, { provider }, [...links, ...sightings], new Map(subjects.map((each) => [each.uuid, each])))
}

/** The pictures that some people show or have shown, by uuid. */
async function picturesEver(app: App, provider: string, people: readonly Subject[]): Promise<string[]> {
  const jobs = [...new Set(people.map(({ jobUuid }) => jobUuid))]
  const ever = (await Promise.all(jobs.map((uuid) => assignmentsEver(app, { provider, uuid })))).flat()
  const theirs = ever.filter(({ assignment }) => people.some((person) => isAssignedTo(assignment, person)))
  return [...new Set(theirs.map(({ uuid }) => uuid))]
}
