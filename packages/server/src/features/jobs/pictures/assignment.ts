import type { Assignment, AssignmentSource, AssignmentTarget, PictureSubject } from '../picture.ts'

/** The rules by which an assignment changes. Each returns the new one, or null if it stays as it is. */

/** Assigns a picture to these subjects in addition to those whose it is. It is theirs alone if it was not of subjects. */
export function addSubjects(
  current: Assignment,
  subjects: readonly PictureSubject[],
  source: AssignmentSource,
): Assignment | null {
  const before = current.to === 'subjects' ? current.subjects : []
  return replaceTarget(current, { to: 'subjects', subjects: mergeSubjects([...before, ...subjects]) }, source)
}

/** Assigns a group picture to these groups in addition to those whose it is. */
export function addGroups(current: Assignment, groups: readonly string[], source: AssignmentSource): Assignment | null {
  if (current.to !== 'groups') return replaceTarget(current, { to: 'groups', groups: [...groups] }, source)
  const { groups: before, without = [] } = current
  return replaceTarget(current, { to: 'groups', groups: [...before, ...groups], without }, source)
}

/** Takes a picture from these subjects. Without any subject it is unmatched: nobody sees it. */
export function removeSubjects(
  current: Assignment,
  uuids: readonly string[],
  source: AssignmentSource,
): Assignment | null {
  if (current.to !== 'subjects') return null
  const subjects = current.subjects.filter(({ uuid }) => !uuids.includes(uuid))
  return replaceTarget(current, subjects.length > 0 ? { to: 'subjects', subjects } : { to: 'unmatched' }, source)
}

/** Assigns a picture to this target and nobody else. An empty target is unmatched. */
export function replaceTarget(
  current: Assignment,
  target: AssignmentTarget,
  source: AssignmentSource,
): Assignment | null {
  const next = normalise(target)
  return isSameTarget(current, next) ? null : { ...next, ...source }
}

function normalise(target: AssignmentTarget): AssignmentTarget {
  if (target.to === 'subjects') {
    const subjects = mergeSubjects(target.subjects)
    return subjects.length > 0 ? { to: 'subjects', subjects } : { to: 'unmatched' }
  }
  if (target.to !== 'groups') return { to: target.to }
  const groups = [...new Set(target.groups)]
  const without = [...new Set(target.without)].toSorted()
  if (groups.length === 0) return { to: 'unmatched' }
  return { to: 'groups', groups, ...(without.length > 0 && { without }) }
}

/** Each subject once; a cover stays one. */
function mergeSubjects(subjects: readonly PictureSubject[]): PictureSubject[] {
  const merged = new Map<string, PictureSubject>()
  for (const { uuid, isCover } of subjects) {
    merged.set(uuid, { uuid, isCover: isCover || (merged.get(uuid)?.isCover ?? false) })
  }
  return [...merged.values()]
}

function isSameTarget(one: AssignmentTarget, other: AssignmentTarget): boolean {
  const textOf = (target: AssignmentTarget) => {
    if (target.to === 'subjects') return target.subjects.map(({ uuid, isCover }) => `${uuid} ${isCover}`).toSorted()
    return target.to === 'groups' ? [target.groups.toSorted(), target.without?.toSorted() ?? []] : []
  }
  return one.to === other.to && JSON.stringify(textOf(one)) === JSON.stringify(textOf(other))
}

/** Those for whom an import plans a picture. */
export type ImportTarget = Extract<AssignmentTarget, { to: 'subjects' | 'groups' }>

/** What an import does about a picture that the job already has. */
export type ImportDecision =
  | { outcome: 'unchanged' }
  | { outcome: 'assigned'; assignment: Assignment }
  /** The picture is somebody else's, or rejected: assigning it is not up to an import. */
  | { outcome: 'conflict' }

/**
 * Decides whose a known picture is after an import that plans it for `target`. Somebody may join those whose it is, but a
 * picture of somebody who is not planned never gets to anybody new: two families would see one child. Nor does one whose
 * owners a person has decided. With `move` it becomes the picture of those who are planned, and of nobody else. What somebody
 * rejected stays rejected.
 */
export function decideImport(
  current: Assignment,
  target: ImportTarget,
  source: AssignmentSource,
  { move }: { move: boolean },
): ImportDecision {
  const isOfOthers =
    current.to === 'rejected' ||
    // Somebody has taken it from everybody: only somebody gives it out again.
    (current.to === 'unmatched' && current.why === 'hand' && source.why !== 'hand') ||
    (current.to !== 'unmatched' && (current.to !== target.to || mixesOwners(current, target)))
  if (isOfOthers && (!move || current.to === 'rejected')) return { outcome: 'conflict' }
  const assignment = isOfOthers
    ? replaceTarget(current, withCovers(current, target), source)
    : target.to === 'groups'
      ? addGroups(current, target.groups, source)
      : addSubjects(current, target.subjects, source)
  return assignment ? { outcome: 'assigned', assignment } : { outcome: 'unchanged' }
}

/** Whether somebody new would get a picture of somebody who is not planned, or one about which a person has decided. */
function mixesOwners(current: Assignment, target: ImportTarget): boolean {
  const [before, planned] = [ownersOf(current), ownersOf(target)]
  if (planned.isSubsetOf(before)) return false
  return current.why === 'hand' || !before.isSubsetOf(planned)
}

/** Whether a picture would get to somebody, or a group, whose it is not. A rejected one gets to nobody. */
export function addsOwners(current: Assignment, target: ImportTarget): boolean {
  if (current.to === 'rejected') return false
  return current.to !== target.to || !ownersOf(target).isSubsetOf(ownersOf(current))
}

function ownersOf(target: AssignmentTarget): Set<string> {
  if (target.to === 'groups') return new Set(target.groups)
  return new Set(target.to === 'subjects' ? target.subjects.map(({ uuid }) => uuid) : [])
}

/** A picture that moves stays the cover of those who keep it. */
function withCovers(current: AssignmentTarget, target: AssignmentTarget): AssignmentTarget {
  if (current.to !== 'subjects' || target.to !== 'subjects') return target
  const covers = new Set(current.subjects.filter(({ isCover }) => isCover).map(({ uuid }) => uuid))
  const subjects = target.subjects.map(({ uuid, isCover }) => ({ uuid, isCover: isCover || covers.has(uuid) }))
  return { to: 'subjects', subjects }
}
