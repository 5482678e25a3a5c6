import type { Picture } from '../jobs/picture.ts'
import type { FileException, JobPerson } from './fileException.ts'
import type { PlannedPhotograph, PlanWarning } from './plannedPhotograph.ts'

type NamedPicture = Pick<Picture, 'fileName' | 'assignment'>

/**
 * Files with the name of a picture that the same people have, but with other bytes: a retouched file is imported as another picture, unless it
 * replaces that one. `subjectOf` says who is meant by a key of the roster, `known` are the files that the job has.
 */
export function sameNameWarnings(
  photographs: readonly PlannedPhotograph[],
  pictures: readonly NamedPicture[],
  { subjectOf, known }: { subjectOf: (key: string) => string | undefined; known: (file: string) => boolean },
): PlanWarning[] {
  const byName = Map.groupBy(pictures, ({ fileName }) => fileName)
  return photographs.flatMap(({ file, rows, groups }) => {
    const named = byName.get(file.split('/').at(-1) as string)
    if (!named || known(file)) return []
    const subjects = new Set(rows.flatMap(({ row }) => subjectOf(row.key) ?? []))
    const isOfSame = ({ assignment }: NamedPicture) =>
      assignment.to === 'subjects'
        ? assignment.subjects.some(({ uuid }) => subjects.has(uuid))
        : assignment.to === 'groups' && assignment.groups.some((group) => groups.includes(group))
    return named.some(isOfSame) ? [{ file, text: SAME_NAME }] : []
  })
}

/**
 * Pictures of the job with the name of a file that is theirs, too, but names the face of somebody else: it was exported again with the name of the
 * face. `uuidOf` says who is meant by a key.
 */
export function otherFaceWarnings(
  exceptions: readonly FileException[],
  pictures: readonly NamedPicture[],
  { uuidOf, known }: { uuidOf: (key: string) => string | undefined; known: (file: string) => boolean },
): PlanWarning[] {
  const byName = Map.groupBy(pictures, ({ fileName }) => fileName)
  return exceptions.flatMap((exception): PlanWarning[] => {
    const { file } = exception
    if (exception.reason !== 'other-face' || known(file)) return []
    const isOf = ({ assignment }: NamedPicture, { key }: JobPerson) =>
      assignment.to === 'subjects' &&
      assignment.why !== 'hand' &&
      assignment.subjects.some(({ uuid }) => uuid === uuidOf(key))
    const named = byName.get(file.split('/').at(-1) as string) ?? []
    const owners = (exception.owners ?? []).filter((owner) => named.some((picture) => isOf(picture, owner)))
    return owners.map(({ name, key }) => ({ file, text: otherFaceText(`${name} ("${key}")`) }))
  })
}

const otherFaceText = (owner: string) =>
  `has the name of a picture of ${owner} that the job has with other content, which stays theirs: if the face is right, "jobs pictures <job> move" corrects it`

const SAME_NAME =
  'has the name of a picture that the job has with other content, and becomes another picture; "jobs pictures <job> replace" gives that one this file instead'
