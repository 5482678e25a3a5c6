import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { type Job, jobsOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { followMerges } from '../jobs/followMerges.ts'
import { isAssignedTo } from '../jobs/picture.ts'
import type { JobLoss } from '../jobs/sights/jobSight.ts'
import { isHidden, type SubjectRules } from '../jobs/subjectState.ts'
import { peopleIn } from '../jobs/withholding.ts'
import { type AssignedPicture, membersAt, picturesAt } from './asOf.ts'
import { type Correction, type JobStep, jobStepsOf } from './collection.ts'
import { isWithheldFor, sightingsOfAll } from './subjectExposure.ts'

/** Who could see what a correction of a class, or of the whole job, ended the sight of: by unpublishing, or by what "not asked" means. */
export async function jobSightings(app: App, job: Job, { uuid: correction }: Correction): Promise<Sighting[]> {
  const { provider, uuid: jobUuid } = job
  const steps = await jobStepsOf(app, provider).find({ correction }).toArray()
  const exposures = await Promise.all(
    steps.map(async (step) => {
      const visible = await visibleBefore(app, job, step)
      return step.losses.flatMap((loss) => exposureOf(loss, visible, step.at))
    }),
  )
  if (exposures.flat().length === 0) return []
  const members = await subjectsOf(app, provider).find({ jobUuid }).toArray()
  return sightingsOfAll(app, job, members, exposures.flat())
}

/** A job just before a step: `viewers` are those of its people to whom anything was shown. */
type VisibleJob = { people: readonly Subject[]; viewers: readonly Subject[]; pictures: readonly AssignedPicture[] }

async function visibleBefore(app: App, job: Job, { losses, at }: JobStep): Promise<VisibleJob> {
  const [people, pictures, stored] = await Promise.all([
    membersAt(app, job, at),
    picturesAt(app, job, at),
    jobsOf(app, job.provider).findOne({ uuid: job.uuid }),
  ])
  // Those of a class that is withheld since an earlier time lost nothing more.
  const isLost = (group: string) => losses.some((loss) => loss.of === 'class' && loss.group === group)
  const hiddenGroups = (stored?.hiddenGroups ?? []).filter((each) => each.at < at && !isLost(each.group))
  const rules: SubjectRules = { hiddenGroups }
  return { people, viewers: people.filter((each) => !each.withdrawn && !isHidden(each, rules)), pictures }
}

function exposureOf(loss: JobLoss, { people, viewers, pictures }: VisibleJob, until: Date): Exposure[] {
  const losers = loss.of === 'class' ? viewers.filter(({ group }) => group === loss.group) : viewers
  const lost = loss.of === 'not-asked' ? refusedOf(loss.purpose, pictures, people) : pictures
  const concerned = losers.filter((each) => lost.some(({ assignment }) => isAssignedTo(assignment, each)))
  const visible = lost.filter(({ assignment }) => concerned.some((each) => isAssignedTo(assignment, each)))
  if (visible.length === 0) return []
  const subjects = concerned.map(({ uuid }) => uuid)
  return [{ pictures: visible.map(({ uuid }) => uuid), subjects, from: new Date(0), until }]
}

/** The pictures with somebody who was not asked about a purpose for which a no withholds them. */
function refusedOf(
  purpose: Extract<JobLoss, { of: 'not-asked' }>['purpose'],
  pictures: readonly AssignedPicture[],
  people: readonly Subject[],
): AssignedPicture[] {
  // A double is in its pictures, and answers as the one whom it is one person with.
  const silent = people.filter((each) => {
    const { withdrawn, consent } = followMerges(each, people)
    return !withdrawn && !consent?.[purpose]
  })
  return pictures.filter(
    (picture) =>
      isWithheldFor(purpose, picture) && peopleIn({ ...picture, faces: picture.faces ?? [] }, silent).length > 0,
  )
}
