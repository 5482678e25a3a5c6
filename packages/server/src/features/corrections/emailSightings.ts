import type { Sighting } from '../../platform/feature.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'

/** Families of the roster who were emailed, after the pictures were published, that they are ready. */
export function emailSightings(job: Job, subjects: readonly Subject[], { until }: { until: Date }): Sighting[] {
  const published = job.announcement?.published
  if (!published || published > until) return []
  return subjects.flatMap((subject) =>
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
