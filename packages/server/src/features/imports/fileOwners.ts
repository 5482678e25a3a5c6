import { fold, type RosterRow } from '../jobs/roster.ts'
import type { FileException, JobPerson, OwnerException } from './fileException.ts'
import { isShortNumber, isTelling, joinedOwners, keysOf, nameOf } from './fileKeys.ts'
import { type KnownFile, ownersOfKnown } from './knownFiles.ts'
import { foldGroup } from './samePerson.ts'

/** Whose picture a file is, and by what. */
export type FileOwner = {
  row: RosterRow
  why: 'folder' | 'file-name'
  /** It can hardly be chance, as a short number in the name can be. */
  isTelling: boolean
}

/** Whose picture a file is by its folders and name; null if nothing points to anybody. */
export type OwnerFinder = (file: string) => FileOwner | OwnerException | null

/** Somebody of the job who is not on the roster; with a row if no roster need list them. */
export type StoredOwner = Omit<JobPerson, 'row'> & { row?: RosterRow }

/**
 * Everybody of the roster, those about whom somebody has to decide, and those whom only the job contains. A key identifies a person, so the
 * roster's row replaces the stored one.
 */
export function peopleOf(
  rows: readonly RosterRow[],
  storedPeople: readonly StoredOwner[],
  undecided: readonly RosterRow[] = [],
): JobPerson[] {
  const listed = new Set([...rows, ...undecided].map(({ key }) => fold(key)))
  return [
    ...rows.map((row) => ({ key: row.key, name: row.name, group: row.group, row })),
    ...undecided.map(({ key, name, group }) => ({ key, name, group, row: null, undecided: true as const })),
    ...storedPeople
      .filter(({ key }) => !listed.has(fold(key)))
      .map(({ key, name, group, row = null }) => ({ key, name, group, row })),
  ]
}

/**
 * Finds a file's owner among everybody of the job: by its folders, otherwise by the whole key at the beginning of its name. `12` owns `12.jpg`, `12_1.jpg` and `12 (2).jpg`, not `123.jpg`; if somebody else is or was `12-3`,
 * `12-3.jpg` is an exception. So are a file in the folder of another group, one in the folders of two people, one in somebody's folder that
 * begins with the key of somebody else, and one that is only numbered in the folder of somebody unknown.
 */
export function createOwnerFinder(
  people: readonly JobPerson[],
  { byKey, rivals, byName }: PeopleIndex = indexPeople(people),
  isDeleted: (keyOrName: string) => boolean = () => false,
): OwnerFinder {
  const groups = new Map(people.map((person) => [person, foldGroup(person.group)]))
  const allGroups = new Set(groups.values())
  const isGroup = (folder: string) => allGroups.has(foldGroup(folder)) && foldGroup(folder) !== ''
  const ownerOf = (file: string, person: JobPerson, found: Pick<FileOwner, 'why' | 'isTelling'>) => {
    const folder = foldersOf(file).find((each) => isOfAnotherGroup(each, person))
    if (folder !== undefined) return { file, reason: 'other-group' as const, people: [person], folder }
    if (person.undecided) return { file, reason: 'undecided-person' as const, people: [person] }
    return person.row ? { row: person.row, ...found } : { file, reason: 'not-on-roster' as const, people: [person] }
  }
  const isOfAnotherGroup = (folder: string, person: JobPerson): boolean => {
    const group = foldGroup(folder)
    if (group === '' || !allGroups.has(group) || group === groups.get(person)) return false
    return fold(folder) !== fold(person.key) && !byName.get(fold(folder))?.includes(person)
  }
  const ownerByFolder = (file: string, person: JobPerson): FileOwner | OwnerException => {
    const keys = keysOf(nameOf(file))
    const joined = joinedOwners(nameOf(file), keys, byKey)
    if (joined.length > 1) return { file, reason: 'several-keys', people: [...new Set([person, ...joined])] }
    const others = new Set(keys.filter((key) => isTelling(key, nameOf(file))).flatMap((key) => byKey.get(key) ?? []))
    const isOwn = keys.some((key) => byKey.get(key) === person)
    if (!isOwn && keys.some((key) => isTelling(key, nameOf(file)) && !byKey.has(key) && isDeleted(key)))
      return { file, reason: 'deleted-person', people: [person] }
    if (!isOwn && others.size > 0) return { file, reason: 'other-key', people: [person, ...others] }
    return ownerOf(file, person, { why: 'folder', isTelling: true })
  }
  /** The person whose key or name a folder is; those who share it; or that it is somebody's who is unknown. */
  const readFolder = (folder: string, folders: readonly string[]): FolderReading => {
    const word = fold(folder)
    const keyed = byKey.get(word)
    // A number may be a class as well as a key: then the file's own name decides, or nobody.
    if (keyed && isGroup(folder)) return { classOf: keyed }
    const rival = rivals.get(word)
    if (keyed && rival) return { namesakes: [keyed, rival] }
    if (keyed) return { person: keyed }
    const named = byName.get(word) ?? []
    const inGroup = named.filter((person) => folders.some((each) => foldGroup(each) === groups.get(person)))
    const only = named.length === 1 ? named[0] : inGroup.length === 1 ? inGroup[0] : undefined
    if (only) return { person: only }
    if (named.length > 0) return { namesakes: named }
    if (isGroup(folder)) return {}
    if (isDeleted(word)) return { isDeleted: true }
    const parent = folders[folders.indexOf(folder) - 1]
    const isInClass = parent !== undefined && isGroup(parent) && /\p{L}/u.test(folder)
    return { isUnknown: isInClass || FULL_NAME.test(folder), isName: FULL_NAME.test(folder) }
  }
  return (file) => {
    const folders = foldersOf(file)
    const read = folders.toReversed().map((folder) => readFolder(folder, folders))
    const person = read.find((each) => each.person)?.person
    const others = person ? otherFolders(read, folders, person) : []
    if (person && others.length > 0) return { file, reason: 'several-folders', people: [person, ...others] }
    if (person) return ownerByFolder(file, person)
    const keys = keysOf(nameOf(file))
    const owned = keys.flatMap((key) => [byKey.get(key) ?? [], rivals.get(key) ?? []].flat())
    const keyed = [...new Set([...owned, ...joinedOwners(nameOf(file), keys, byKey)])]
    const [only] = keyed
    const isClear = keys.some((key) => byKey.get(key) === only && isTelling(key, nameOf(file)))
    // In a folder with another name `12_5` may as well be the number of a photograph.
    const isCertain = keys.some((key) => byKey.get(key) === only && !isShortNumber(key))
    if (read.some((each) => each.isDeleted)) return { file, reason: 'deleted-person', people: keyed, isFolder: true }
    if (keyed.length > 0 && keys.some((key) => !byKey.has(key) && isDeleted(key)))
      return { file, reason: 'deleted-person', people: keyed }
    if (keyed.length > 1) return { file, reason: 'several-keys', people: keyed }
    const namesakes = read.flatMap((each) => each.namesakes ?? [])
    if (only && namesakes.length > 0 && !namesakes.includes(only))
      return { file, reason: 'other-key', people: [...namesakes, only] }
    const unknown = folders[folders.length - 1 - read.findIndex((each) => each.isUnknown)]
    if (only && read.some((each) => each.isUnknown && !(each.isName ? isCertain : isClear)))
      return { file, reason: 'unknown-folder', people: [only], ...(unknown !== undefined && { folder: unknown }) }
    if (only) return ownerOf(file, only, { why: 'file-name', isTelling: isClear })
    const candidates = read.flatMap((each) => each.namesakes ?? each.classOf ?? [])
    return candidates.length > 0 ? { file, reason: 'several-names', people: candidates } : null
  }
}

/** Those whose folders are around or inside that of a person. A short number around it may be that of a day. */
function otherFolders(read: readonly FolderReading[], folders: readonly string[], person: JobPerson): JobPerson[] {
  const names = folders.toReversed()
  const innermost = read.findIndex((each) => each.person)
  const others = read.flatMap((each, at) => {
    if (at > innermost && isShortNumber(names[at] ?? '')) return []
    return (each.namesakes?.includes(person) ? undefined : each.namesakes) ?? each.person ?? []
  })
  return [...new Set(others)].filter((other) => other !== person)
}

type FolderReading = {
  person?: JobPerson
  classOf?: JobPerson
  namesakes?: readonly JobPerson[]
  isDeleted?: true
  isUnknown?: boolean
  isName?: boolean
}

/** Two words or more with a capital letter first, as a photographer names the folder of a person. */
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]+(?:[ ,_]+\p{Lu}[\p{L}'’.-]*)+$/u

const foldersOf = (file: string) => file.split('/').slice(0, -1)

/** How the people of a job are found by what names them. All words are folded. */
export type PeopleIndex = {
  /** By their own keys, otherwise by one under which they are known besides. */
  byKey: ReadonlyMap<string, JobPerson>
  /** Who is known besides by a key that is somebody else's own. */
  rivals: ReadonlyMap<string, JobPerson>
  /** By every name that they have or had. */
  byName: ReadonlyMap<string, readonly JobPerson[]>
}

/** A further key or name of the person with this key. */
export type OtherWord = { word: string; of: Pick<JobPerson, 'key'> }

export function indexPeople(
  people: readonly JobPerson[],
  { keys = [], names = [] }: { keys?: readonly OtherWord[]; names?: readonly OtherWord[] } = {},
): PeopleIndex {
  const byOwnKey = new Map(people.map((person) => [fold(person.key), person]))
  const peopleOfWords = (words: readonly OtherWord[]) =>
    words.flatMap(({ word, of }) => {
      const person = byOwnKey.get(fold(of.key))
      return person ? [[fold(word), person] as const] : []
    })
  const further = peopleOfWords(keys)
  const named = [...people.map((person) => [fold(person.name), person] as const), ...peopleOfWords(names)]
  const byName = new Map<string, JobPerson[]>()
  for (const [name, person] of named) {
    const known = byName.get(name) ?? []
    if (!known.includes(person)) byName.set(name, [...known, person])
  }
  return {
    byKey: new Map([...further, ...byOwnKey]),
    rivals: new Map(further.filter(([key, person]) => byOwnKey.has(key) && byOwnKey.get(key) !== person)),
    byName,
  }
}

/** Whose a picture of the job is, and what the sources say now. */
export function knownReason(exception: FileException, known: KnownFile): string {
  const owners = `stays a picture of ${ownersOfKnown(known)}`
  return exception.reason === 'nobody'
    ? `${owners}, but no line, folder or name says so any more`
    : `${owners}: ${exceptionReason(exception)}`
}

/** Why a file is an exception, after "was left out: ". */
export function exceptionReason(exception: FileException): string {
  if ('text' in exception) return exception.text.replace(/^was left out: /, '')
  const { reason, people, folder, line } = exception
  const names = people.map(personText).join(' and ')
  switch (reason) {
    case 'several-keys':
      return `its name begins with the keys ${names}`
    case 'several-names':
      return `its folder has the name of ${names}`
    case 'doubled-key':
      return `it belongs to ${names}, but several lines of the roster have this key`
    case 'left-out-line':
      return `line ${line} of the roster names it, which was left out`
    case 'deleted-person':
      return deletedText(exception)
    case 'other-key':
      return `its folder and the key at the beginning of its name are those of ${names}`
    case 'unknown-folder':
      return `its name is that of ${names}, but nobody in the job is called like its folder "${folder}"`
    case 'other-row':
      return `a line of the roster names it for ${names.replace(' and ', ', but its folder or name says ')}`
    case 'other-face':
      return `its line, folder, name or card and the faces that are marked in it are those of ${names}`
    case 'other-kind':
      return people.length > 0 ? `it belongs to ${names}` : `it is in the folder of the group "${folder}"`
    case 'decided':
      return 'it was decided so'
    case 'not-on-roster':
    case 'undecided-person':
      return `it belongs to ${names}`
    case 'other-group':
      return `it belongs to ${names}, but is in the folder of the group "${folder}"`
    case 'group-folder':
      return `it is in the folder of the group "${folder}", but its folder or name is also that of ${names}`
    case 'several-folders':
      return `its folders are those of ${names}`
    case 'nobody':
      return 'nothing says whose it is'
  }
}

/** The file's name, or else its folder, is that of somebody who was deleted; both may be that of somebody else, too. */
function deletedText({ people, isFolder }: OwnerException): string {
  const names = people.map(personText).join(' and ')
  if (isFolder) {
    const others = names && `, and its name begins with the key ${names}`
    return `its folder has the key or name of somebody who was deleted from this job${others}`
  }
  return `its name begins with the key of somebody who was deleted from this job, but its folder or name is also that of ${names}`
}

function personText({ key, name, group, row, undecided }: JobPerson): string {
  const person = `"${key}" of ${name}${group ? ` (${group})` : ''}`
  if (undecided) return `${person}, about whom a decision is needed`
  return row ? person : `${person}, who is not on this roster`
}

const REMEDIES: Record<OwnerException['reason'], string> = {
  'several-keys': 'name it in the column files or move it into the right folder',
  'several-names': 'name it in the column files or move it into the right folder',
  'doubled-key': 'give each line a key of its own, or name it in the column files',
  'left-out-line': 'mend that line, or decide it with --plan',
  'deleted-person': 'name it in the column files or move it into the right folder',
  decided: 'make a new plan to decide otherwise',
  'not-on-roster': 'add them to the roster or move it into the right folder',
  'undecided-person': 'decide that first, with --plan',
  'other-group': 'name it in the column files or move it into the right folder',
  'unknown-folder': 'name it in the column files or move it into the right folder',
  'group-folder': 'decide it with --plan, or move it into the right folder',
  'several-folders': 'name it in the column files or move it into the right folder',
  'other-row': 'name it in the column files with its folder, or move it',
  'other-face': 'decide it with --plan, or correct whose face the file says it is',
  'other-kind': 'decide it with --plan, or with "jobs pictures"',
  'other-key': 'name it in the column files or move it into the right folder',
  nobody: 'name it in the column files or move it into the right folder',
}

/** A file that is in no folder cannot be named with one. */
const remedyOf = ({ reason, file }: OwnerException): string =>
  reason === 'other-row' && !file.includes('/')
    ? 'put it into the folder of the right person, or decide it with --plan'
    : REMEDIES[reason]

/** What the report says about an exception; `known` is the picture that the job has of it. */
export function exceptionText(exception: FileException, known?: KnownFile): string {
  // A plan makes nobody's own picture of one of a class.
  const means = known?.to === 'subjects' ? 'with --plan, or with "jobs pictures"' : 'with "jobs pictures"'
  if (known) return `${knownReason(exception, known)}. Decide it ${means}`
  if ('text' in exception) return exception.text
  if (exception.reason === 'nobody') return 'does not belong to any row of the roster'
  return `was left out: ${exceptionReason(exception)}; ${remedyOf(exception)}`
}
