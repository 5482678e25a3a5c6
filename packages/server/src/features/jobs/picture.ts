import { byTypeAndName, FAVORITE, type FaceRectangle, type PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'
import type { StateNote } from './subjectState.ts'

/** A picture of a job. Its assignment says whose it is: nothing about a customer. */
export type Picture = PictureFile & {
  provider: string
  /** Derived from the job and the bytes with which it was imported, see `pictureUuid`. */
  uuid: string
  jobUuid: string
  /** Which of its files it has since it was replaced; missing with those with which it was imported. */
  version?: string | null
  fileName: string
  /** When it came into the job; missing in pictures of earlier versions. */
  added?: Date
  /** Every face that the file marks, the largest first. */
  faces: Face[]
  /** The file itself marks it as a cover: of whoever gets it. */
  isMarkedCover: boolean
  assignment: Assignment
  decision?: PictureDecision | null
  /** The photographer does not show it, such as for closed eyes; it stays the picture of those whose it is. */
  hidden?: StateNote | null
  /** Somebody in it was deleted, of whom nothing else is known any more. */
  hasDeleted?: true | null
  /** Who was in its classes when it became a picture of others, by uuid: they may be in it still, and may object. */
  pictured?: string[] | null
}

/** What is stored about the file of a picture. */
export type PictureFile = {
  /** sha256 of the original. */
  hash: string
  /** Of the original. */
  format: PhotographFormat
  working: 'jpeg' | 'png'
  /** Of the original, in bytes. */
  bytes: number
  /** Upright, in pixels. */
  width: number
  height: number
  /** A cut-out: the file has transparency, or was taken in front of a green screen. */
  greenscreen: boolean
  placeholder: string
}

/**
 * The photographer's decision about a picture of several people: released with a reason despite the objections that are named, or
 * hidden from everybody.
 */
export type PictureDecision = {
  is: 'released' | 'hidden'
  reason: string | null
  by: string | null
  at: Date
  /** The objections that were decided, see `objectionKey` in withholding.ts. A later one withholds the picture again. */
  objections: string[]
}

/** A face of a picture: where it is and, only if that is certain, whose it is, by the subject's uuid. */
export type Face = FaceRectangle & { subject?: string }

/** Whose a picture is, and how that is known. */
export type Assignment = AssignmentTarget & AssignmentSource

/**
 * Whom a picture is assigned to. A picture of groups belongs to all subjects of the job in one of them, also those who join
 * later, except `without`: they joined a class whose picture shows others. `unmatched`: of nobody yet. `rejected`: nobody shall see it.
 */
export type AssignmentTarget =
  | { to: 'subjects'; subjects: PictureSubject[] }
  | { to: 'groups'; groups: string[]; without?: string[] }
  | { to: 'unmatched' }
  | { to: 'rejected' }

/** A subject in a picture, and whether it is the cover of that subject's set. */
export type PictureSubject = { uuid: string; isCover: boolean }

/** The evidence for an assignment. `earlier-import`: of a version that did not record it. */
export type AssignmentReason =
  | 'qr-card'
  | 'roster-row'
  | 'file-name'
  | 'folder'
  | 'group-folder'
  | 'hand'
  | 'earlier-import'

/** How a picture was assigned, by whom, and when. `by` is `import` or an operator's name; null if the operator is unknown. */
export type AssignmentSource = { why: AssignmentReason; by: string | null; at: Date }

/** A picture as one of its subjects shows it: what other features know of pictures. */
export type DeliveredPicture = Omit<
  Picture,
  | 'provider'
  | 'jobUuid'
  | 'faces'
  | 'isMarkedCover'
  | 'assignment'
  | 'decision'
  | 'hidden'
  | 'hasDeleted'
  | 'pictured'
  | 'added'
> & {
  pictureType: PictureType
  groupPicture: boolean
  /** Of a group picture. */
  groups?: readonly string[]
  keywords: string[]
  /** Every known face; `own` are those of the subject. */
  faces: DeliveredFace[]
  /** The subject's own face if it is known, otherwise the largest one. */
  face?: FaceRectangle
}

export type DeliveredFace = FaceRectangle & { own?: true }

/** 001 §3: the type follows from the assignment. A picture of nobody has none. */
export function pictureTypeOf(assignment: AssignmentTarget): PictureType | null {
  if (assignment.to === 'groups') return 'GP'
  if (assignment.to !== 'subjects') return null
  return assignment.subjects.length > 1 ? 'MGP' : 'IP'
}

/** Whether a subject sees a picture of their job. */
export function isAssignedTo(assignment: AssignmentTarget, subject: { uuid: string; group: string }): boolean {
  if (assignment.to === 'groups')
    return assignment.groups.includes(subject.group) && !assignment.without?.includes(subject.uuid)
  return assignment.to === 'subjects' && assignment.subjects.some(({ uuid }) => uuid === subject.uuid)
}

/** The pictures of a subject as that subject shows them, in display order; others are left out. */
export function deliverTo(subject: { uuid: string; group: string }, pictures: readonly Picture[]): DeliveredPicture[] {
  return pictures
    .filter(({ assignment }) => isAssignedTo(assignment, subject))
    .map((picture) => deliveredPicture(subject.uuid, picture))
    .sort(byTypeAndName)
}

function deliveredPicture(subjectUuid: string, picture: Picture): DeliveredPicture {
  const { uuid, version, hash, fileName, format, working, bytes, width, height, greenscreen, placeholder } = picture
  const { assignment } = picture
  const isCover =
    assignment.to === 'subjects'
      ? assignment.subjects.some((each) => each.uuid === subjectUuid && each.isCover)
      : picture.isMarkedCover
  const faces = picture.faces.map(({ subject, ...rectangle }): DeliveredFace => {
    return subject === subjectUuid ? { ...rectangle, own: true } : rectangle
  })
  const { own: _own, ...face } = faces.find(({ own }) => own) ?? faces[0] ?? {}
  return {
    ...{ uuid, hash, fileName, format, working, bytes, width, height, greenscreen, placeholder },
    ...(version && { version }),
    pictureType: pictureTypeOf(assignment) ?? 'IP',
    groupPicture: assignment.to === 'groups',
    ...(assignment.to === 'groups' && { groups: assignment.groups }),
    keywords: isCover ? [FAVORITE] : [],
    faces,
    ...(faces.length > 0 && { face: face as FaceRectangle }),
  }
}
