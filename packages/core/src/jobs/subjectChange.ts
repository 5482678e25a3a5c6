/**
 * 001 §4 Subject change modes: 1 the same subject only; 2 of the same job; 3 of the same job type; 4 any. The confirmation that
 * mode 4 requires for a package is up to the package.
 */
export type SubjectChange = 1 | 2 | 3 | 4

/** The origin of pictures, as far as the modes use it. */
export type PictureOrigin = {
  readonly subject: { readonly uuid: string }
  readonly job: { readonly uuid: string }
  readonly jobType: { readonly uuid: string }
}

/** Whether pictures of another set may be used in a design that was started with one. A design started with none accepts all. */
export function canTakeFrom(mode: SubjectChange, origin: PictureOrigin | undefined, other: PictureOrigin): boolean {
  if (!origin || mode === 4 || origin.subject.uuid === other.subject.uuid) return true
  if (mode === 2) return origin.job.uuid === other.job.uuid
  return mode === 3 && origin.jobType.uuid === other.jobType.uuid
}

/** The setting of a page or a package; without one, everything may change. */
export function subjectChangeOf(value: number | undefined): SubjectChange {
  return value === 1 || value === 2 || value === 3 ? value : 4
}

type PhotographerOrigin = { readonly photographer: { readonly uuid: string } }

/**
 * 001 §3 whiteLabelDisableMixPhotographers: for a provider that does not mix photographers, whether pictures of another set may
 * be added to those that a design or a package was started with.
 */
export function canMix(
  isForbidden: boolean,
  origin: PhotographerOrigin | undefined,
  other: PhotographerOrigin,
): boolean {
  return !isForbidden || !origin || origin.photographer.uuid === other.photographer.uuid
}
