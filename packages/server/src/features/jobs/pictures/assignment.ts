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

type SubjectsTarget = Extract<ImportTarget, { to: 'subjects' }>

/** What an import does about a picture that the job already has. */
export type ImportDecision =
  | { outcome: 'unchanged' }
  | { outcome: 'assigned'; assignment: Assignment }
  /** The picture is somebody else's, or rejected: assigning it is not up to an import. */
  | { outcome: 'conflict' }

/** Whether pictures may move, and who is on the list: about anybody else an import says nothing. */
export type ImportRules = { move: boolean; isListed?: (uuid: string) => boolean }

/**
 * Decides whose a known picture is after an import that plans it for `target`. Nobody gets the picture of somebody else by that: neither
 * instead of them nor with them, and nobody who is listed loses one: the list may be wrong. Whoever a person has added stays. With `move`
 * it becomes the picture of those who are planned, and of nobody else. What somebody rejected stays rejected.
 */
export function decideImport(
  current: Assignment,
  target: ImportTarget,
  source: AssignmentSource,
  { move, isListed = () => true }: ImportRules,
): ImportDecision {
  const isOfOthers =
    current.to === 'rejected' ||
    // Somebody has taken it from everybody: only somebody gives it out again.
    (current.to === 'unmatched' && current.why === 'hand' && source.why !== 'hand') ||
    (current.to !== 'unmatched' && (current.to !== target.to || mixesOwners(current, target)))
  const lost = losers(current, target, source, isListed)
  if ((isOfOthers || lost.size > 0) && (!move || current.to === 'rejected')) return { outcome: 'conflict' }
  const assignment = isOfOthers
    ? replaceTarget(current, withCovers(current, target), source)
    : target.to === 'groups'
      ? addGroups(current, target.groups, source)
      : replaceTarget(current, withOthers(current, target, lost), source)
  if (assignment) return { outcome: 'assigned', assignment }
  // From then on no import contradicts it.
  const isConfirmed = source.why === 'hand' && current.why !== 'hand'
  return isConfirmed ? { outcome: 'assigned', assignment: { ...current, ...source } } : { outcome: 'unchanged' }
}

/** Whether somebody new would get the picture of somebody else, or one about which a person has decided. */
function mixesOwners(current: Assignment, target: ImportTarget): boolean {
  const [before, planned] = [ownersOf(current), ownersOf(target)]
  if (planned.isSubsetOf(before)) return false
  return target.to === 'subjects' || current.why === 'hand' || !before.isSubsetOf(planned)
}

/** Those of a picture for whom it is not planned any more, though they are listed. */
function losers(
  current: Assignment,
  target: ImportTarget,
  source: AssignmentSource,
  isListed: (uuid: string) => boolean,
): Set<string> {
  if (current.to !== 'subjects' || target.to !== 'subjects') return new Set()
  const lost = ownersOf(current).difference(ownersOf(target))
  if (source.why === 'hand') return lost
  return current.why === 'hand' ? new Set() : new Set([...lost].filter(isListed))
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

/** Those who are planned, and those whose it is as well and who do not lose it. */
function withOthers(current: Assignment, { subjects }: SubjectsTarget, lost: ReadonlySet<string>): AssignmentTarget {
  const others = current.to === 'subjects' ? current.subjects.filter(({ uuid }) => !lost.has(uuid)) : []
  return { to: 'subjects', subjects: [...others, ...subjects] }
}

/** A picture that moves stays the cover of those who keep it. */
function withCovers(current: AssignmentTarget, target: AssignmentTarget): AssignmentTarget {
  if (current.to !== 'subjects' || target.to !== 'subjects') return target
  const covers = new Set(current.subjects.filter(({ isCover }) => isCover).map(({ uuid }) => uuid))
  const subjects = target.subjects.map(({ uuid, isCover }) => ({ uuid, isCover: isCover || covers.has(uuid) }))
  return { to: 'subjects', subjects }
}
