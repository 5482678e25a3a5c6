/** How far a job is. The words are stored; what 001 §3 shows of a job is derived from them. */
export const JOB_STATES = ['draft', 'shooting', 'sorting', 'proofing', 'published', 'closed'] as const
export type JobState = (typeof JOB_STATES)[number]

/** 001 §3, and whether the pictures are shown. */
export type JobFlags = {
  /** While false, the pictures are withheld: the customer sees that they are not ready yet. */
  published: boolean
  hasBeenInWebShop: boolean
  requireFineTunedPictures: boolean
  isArchived: boolean
}

/** The flags of pictures that are shown. */
export const SHOWN_FLAGS = { published: true, hasBeenInWebShop: true, requireFineTunedPictures: false } as const

/** The flags of a new job: nobody sees its pictures until it is published. */
export const DRAFT_FLAGS: JobFlags = {
  published: false,
  hasBeenInWebShop: false,
  requireFineTunedPictures: true,
  isArchived: false,
}

/**
 * The flags of a job in a state. Whether it has ever been in the shop is history, which no state ends: 001 §2.5, a family whose
 * pictures were never there waits for them to be ready. A closed job still shows what it showed before.
 */
export function flagsOf(state: JobState, before: JobFlags): JobFlags {
  if (state === 'published') return { ...SHOWN_FLAGS, isArchived: false }
  const { published, hasBeenInWebShop, requireFineTunedPictures } = before
  if (state === 'closed') return { published, hasBeenInWebShop, requireFineTunedPictures, isArchived: true }
  return { published: false, hasBeenInWebShop, requireFineTunedPictures: !hasBeenInWebShop, isArchived: false }
}

/**
 * The state of a job. A server of the version before writes only the flags, and an older job has no state: if the two contradict
 * each other, the flags are the latest.
 */
export function jobStateOf(job: JobFlags & { state?: JobState }): JobState {
  const { state, isArchived, published, hasBeenInWebShop } = job
  if (isArchived) return 'closed'
  if (published) return 'published'
  if (state && state !== 'closed' && state !== 'published') return state
  return hasBeenInWebShop ? 'proofing' : 'draft'
}

/** The families of a job are notified that its pictures are ready, and reminded later. Contains no personal data. */
export type Announcement = {
  /** The start of the reminder periods. */
  published: Date
  /** Whether every family was notified. */
  told: boolean
  /** Reminders up to this time have been dealt with. */
  checked: Date
  /** When it is processed next; while a process is doing so, when that process counts as dead. Null: nothing is left to do. */
  due: Date | null
}

/** The number of subjects of a job, and of its pictures, a sibling or group picture once. */
export type JobCounts = { subjects: number; pictures: number }
