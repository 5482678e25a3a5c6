import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { FAVORITE } from '@portraitkit/core/jobs/picture.ts'
import { derivePicture } from '../../imaging/derivatives/derive.ts'
import { PhotographError } from '../../imaging/derivatives/photograph.ts'
import { storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import { type DeliveredPicture, groupPicturesOf, type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import {
  addGroupPicture,
  addPicture,
  findHolders,
  pictureUuid,
  retypePicture,
  withdrawPicture,
} from '../jobs/importStore.ts'
import type { RosterRow } from '../jobs/roster.ts'
import type { PlannedPhotograph } from './importPlan.ts'
import type { ImportReport, ImportWarning } from './importReport.ts'

/** Larger files are not photographs of people and would only fill the memory. */
const MAX_BYTES = 600_000_000

/** The state of a running import. */
export type ImportState = {
  app: App
  job: Job
  folder: string
  greenscreen: boolean
  /** A picture that somebody else has moves to the people for whom it is planned. */
  move: boolean
  subjectOf: ReadonlyMap<RosterRow, Subject>
  /** The first file with these bytes, and everybody to whom it belongs. */
  claims: Map<string, Claim>
  counts: ImportReport['photographs']
  warnings: ImportWarning[]
}

type Claim = { planned: PlannedPhotograph; finished: Promise<void> }

/** Imports one photograph: the derived files first, then the documents that name them. An unusable file becomes a warning. */
export async function importPhotograph(ledger: ImportState, photograph: PlannedPhotograph): Promise<void> {
  const warn = (text: string): void => {
    ledger.warnings.push({ file: photograph.file, text })
  }
  try {
    const path = await pathInside(ledger.folder, photograph.file)
    const { size } = await stat(path)
    if (size > MAX_BYTES)
      return warn(`was left out: ${Math.round(size / 1e6)} MB is more than the limit of ${MAX_BYTES / 1e6} MB`)
    const original = await readFile(path)
    const hash = createHash('sha256').update(original).digest('hex')
    const place = `${photograph.pictureType === 'GP' ? 'group' : 'person'} ${hash}`
    const first = ledger.claims.get(place)
    if (first) {
      await first.finished
      return await importDuplicate(ledger, photograph, first.planned, hash, warn)
    }
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    ledger.claims.set(place, { planned: photograph, finished })
    try {
      await importFirstCopy(ledger, photograph, original, hash)
    } finally {
      finish()
    }
  } catch (error) {
    if (error instanceof OutsideFolder) return warn('was left out: it is a link to a place outside the folder')
    if (error instanceof PhotographError) return warn(`was left out: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    // A file that vanished or is unreadable affects only itself; a full disk or a lost database affects all of them.
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') throw error
    warn(`was left out: it cannot be read (${code})`)
  }
}

async function importFirstCopy(
  ledger: ImportState,
  planned: PlannedPhotograph,
  original: Buffer,
  hash: string,
): Promise<void> {
  const { job, counts } = ledger
  if (planned.pictureType === 'GP') counts.group++
  const uuid = pictureUuid(job, hash, planned.pictureType)
  const holders = planned.pictureType === 'GP' ? [] : await findWrongHolders(ledger, planned, uuid)
  if (holders.length > 0 && !ledger.move) {
    const text = `was left out: it is already a picture of ${namesOf(holders)}. If that was wrong, import again with --move`
    ledger.warnings.push({ file: planned.file, text })
    return
  }
  const known = await findKnown(ledger, planned, uuid)
  if (known) counts.known++
  if (known && ledger.greenscreen && planned.pictureType !== 'GP' && !known.greenscreen) {
    // Designs that use it keep it as it was.
    ledger.warnings.push({ file: planned.file, text: 'stays as it was imported before, without being cut out' })
  }
  const picture = known ?? (await makePicture(ledger, planned, original, uuid))
  if (holders.length > 0) await takeFrom(ledger, planned, uuid, holders)
  if (!known) counts.imported++
  await attach(ledger, planned, picture)
}

/**
 * Those who have this picture from an earlier import and are not in it by this one, if it would come to somebody new: two
 * families would see one child.
 */
async function findWrongHolders(
  { app, job, subjectOf }: ImportState,
  { rows }: PlannedPhotograph,
  uuid: string,
): Promise<Subject[]> {
  const planned = new Set(rows.map(({ row }) => subjectOf.get(row)?.uuid))
  const holders = await findHolders(app, job, uuid)
  const isNewToSomebody = planned.difference(new Set(holders.map((holder) => holder.uuid))).size > 0
  return isNewToSomebody ? holders.filter((holder) => !planned.has(holder.uuid)) : []
}

/** They lose it before somebody else gets it: an interrupted import leaves a picture of nobody, never of the wrong child. */
async function takeFrom(
  { app, job, warnings }: ImportState,
  { file, rows }: PlannedPhotograph,
  uuid: string,
  holders: readonly Subject[],
): Promise<void> {
  await withdrawPicture(app, job, uuid, holders)
  const owners = rows.map(({ row }) => row)
  warnings.push({ file, text: `was moved from ${namesOf(holders)} to ${namesOf(owners)}` })
}

const namesOf = (people: readonly { name: string; key: string }[]) =>
  people.map(({ name, key }) => `${name} ("${key}")`).join(' and ')

/** The picture as an earlier import stored it, for any of its subjects. */
async function findKnown(
  { app, job }: ImportState,
  planned: PlannedPhotograph,
  uuid: string,
): Promise<DeliveredPicture | null> {
  if (planned.pictureType === 'GP') {
    const known = await groupPicturesOf(app, job.provider).findOne({ uuid })
    if (!known) return null
    const { _id, provider: _provider, jobUuid: _jobUuid, groups: _groups, ...picture } = known
    return picture
  }
  const subject = await subjectsOf(app, job.provider).findOne({ jobUuid: job.uuid, 'pictures.uuid': uuid })
  return subject?.pictures.find((picture) => picture.uuid === uuid) ?? null
}

async function makePicture(
  { app, job, greenscreen, warnings }: ImportState,
  { file, pictureType }: PlannedPhotograph,
  original: Buffer,
  uuid: string,
): Promise<DeliveredPicture> {
  const isGroup = pictureType === 'GP'
  const isKeyed = greenscreen && !isGroup
  const derived = await derivePicture(original, { cutOut: isKeyed ? 'key' : 'keep' })
  await storePicture(app.blobs, { provider: job.provider, uuid }, original, derived)
  if (isKeyed && !derived.cutOut) warnings.push({ file, text: 'is shown unchanged: no green screen was found in it' })
  return {
    uuid,
    hash: derived.hash,
    fileName: file.split('/').at(-1) as string,
    format: derived.format,
    working: derived.working.format,
    bytes: original.length,
    width: derived.width,
    height: derived.height,
    pictureType,
    groupPicture: isGroup,
    greenscreen: derived.cutOut !== null,
    // Keeps only those of the file's keywords that the shop uses: others may contain more than customers should read.
    keywords: derived.keywords.some((keyword) => keyword.toLowerCase() === FAVORITE) ? [FAVORITE] : [],
    placeholder: derived.placeholder,
    ...(derived.face && { face: derived.face }),
  }
}

async function attach(
  { app, job, subjectOf }: ImportState,
  planned: PlannedPhotograph,
  picture: DeliveredPicture,
): Promise<void> {
  const { pictureType, rows, groups } = planned
  if (pictureType === 'GP') return await addGroupPicture(app, job, picture, groups)
  for (const { row, keywords } of rows) {
    const subject = subjectOf.get(row) as Subject
    const known = subject.pictures.find(({ hash }) => hash === picture.hash)
    if (known) await retypePicture(app, subject, known, pictureType, keywords.includes(FAVORITE))
    else
      await addPicture(app, subject, {
        ...picture,
        pictureType,
        keywords: [...new Set([...picture.keywords, ...keywords])],
      })
  }
}

/** A second file with the same bytes: a duplicate, or a sibling picture that was copied into each child's folder. */
async function importDuplicate(
  ledger: ImportState,
  planned: PlannedPhotograph,
  first: PlannedPhotograph,
  hash: string,
  warn: (text: string) => void,
): Promise<void> {
  const others = planned.rows.filter(({ row }) => !first.rows.some((each) => each.row === row))
  const groups = planned.groups.filter((group) => !first.groups.includes(group))
  if (others.length === 0 && groups.length === 0) return warn(`is the same file as ${first.file} and was left out`)
  first.rows.push(...others)
  first.groups.push(...groups)
  if (planned.pictureType !== 'GP') first.pictureType = 'MGP'
  const known = await findKnown(ledger, first, pictureUuid(ledger.job, hash, first.pictureType))
  // The first of them was unusable, and is listed with its reason.
  if (!known) return warn(`is the same file as ${first.file} and was left out like it`)
  await refreshSubjects(ledger, first)
  await attach(ledger, first, known)
  if (planned.pictureType === 'GP') return
  const names = first.rows.map(({ row }) => row.name).join(' and ')
  warn(`is the same file as ${first.file}: imported as a picture of ${names}. Is that right?`)
}

/** The current pictures of a photograph's subjects: this very import may have added some. */
async function refreshSubjects({ app, job, subjectOf }: ImportState, { rows }: PlannedPhotograph): Promise<void> {
  for (const { row } of rows) {
    const subject = subjectOf.get(row) as Subject
    const now = await subjectsOf(app, job.provider).findOne({ uuid: subject.uuid })
    if (now) subject.pictures = now.pictures
  }
}
