import type { App } from '../../platform/app.ts'
import type { Sighting } from '../../platform/feature.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { membersAt } from './asOf.ts'

/** Families of the roster who were emailed, after the pictures were published, that they are ready: at the addresses of that time. */
export async function emailSightings(
  app: App,
  job: Job,
  subjects: readonly Pick<Subject, 'uuid'>[],
  { until }: { until: Date },
): Promise<Sighting[]> {
  const published = job.announcement?.published
  if (!published || published > until || subjects.length === 0) return []
  const uuids = new Set(subjects.map(({ uuid }) => uuid))
  const members = await membersAt(app, job, published)
  return members
    .filter(({ uuid }) => uuids.has(uuid))
    .flatMap((subject) =>
      contactAddresses(subject).map((email): Sighting => {
        return {
          kind: 'email',
          who: { email },
          subject: subject.uuid,
          at: published,
          detail: 'that the pictures are ready',
        }
      }),
    )
}
