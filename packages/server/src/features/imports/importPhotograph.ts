import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { FAVORITE } from '@portraitkit/core/jobs/picture.ts'
import { derivePicture } from '../../imaging/derivatives/derive.ts'
import { MAX_PHOTOGRAPH_BYTES, PhotographError } from '../../imaging/derivatives/photograph.ts'
import { storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import { pictureUuid } from '../jobs/importStore.ts'
import type { AssignmentSource, Picture } from '../jobs/picture.ts'
import { addsOwners, decideImport, type ImportRules, type ImportTarget } from '../jobs/pictures/assignment.ts'
import { assignByImport, findPicture, type ImportOutcome, type RecordChange } from '../jobs/pictures/assignPicture.ts'
import { beginPicture } from '../jobs/pictures/unfinishedPictures.ts'
import { fold } from '../jobs/roster.ts'
import { earlierFileReason, leftOutText, movedText } from './assignmentTexts.ts'
import type { ImportState } from './importState.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'
import { type NewPicture, storeNewPicture } from './storeNewPicture.ts'

/** Imports one photograph: the derived files first, then the documents that name them. An unusable file becomes a warning. */
export async function importPhotograph(ledger: ImportState, photograph: PlannedPhotograph): Promise<void> {
  const warn = (text: string): void => {
    ledger.warnings.push({ file: photograph.file, text })
  }
  try {
    const path = await pathInside(ledger.folder, photograph.file)
    const { size } = await stat(path)
    if (size > MAX_PHOTOGRAPH_BYTES)
      return warn(
        `was left out: ${Math.round(size / 1e6)} MB is more than the limit of ${MAX_PHOTOGRAPH_BYTES / 1e6} MB`,
      )
    const original = await readFile(path)
    const hash = createHash('sha256').update(original).digest('hex')
    const compared = ledger.hashes.get(photograph.file)
    if (compared !== undefined && compared !== hash) return warn(CHANGED_FILE)
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

const CHANGED_FILE = 'was left out: it was changed during the import; import the folder again'

async function importFirstCopy(
  ledger: ImportState,
  planned: PlannedPhotograph,
  original: Buffer,
  hash: string,
): Promise<void> {
  const { app, job, counts } = ledger
  const count = (what: 'imported' | 'known') => {
    counts[what]++
    if (planned.pictureType === 'GP') counts.group++
  }
  const uuid = uuidOf(ledger, hash, planned)
  const known = await findPicture(app, job, uuid)
  // The same photograph is of people or of groups: the job has it as the other one.
  const other = known ? null : await findPicture(app, job, pictureUuid(job, hash, otherTypeOf(planned)))
  // As that one it becomes whose a person has decided, or is so already.
  const isOwn = planned.why === 'hand' || other?.assignment.to === targetOf(ledger, planned, false).to
  if (other && isOwn) {
    if (await assignKnown(ledger, planned, { uuid: other.uuid, hash })) count('known')
    return
  }
  if (other) {
    ledger.warnings.push({
      file: planned.file,
      text: await leftOutText(app, job, other.assignment),
    })
    return
  }
  if (!known) {
    const outcome = await storeNewPicture(ledger, planned.file, await makePicture(ledger, planned, original, uuid))
    if (outcome === 'stored') count('imported')
    // Otherwise another import of the same file was faster.
    if (outcome !== 'known') return
  }
  const isAssigned = await assignKnown(ledger, planned, { uuid, hash })
  if (!isAssigned) return
  count('known')
  if (known && ledger.greenscreen && planned.pictureType !== 'GP' && !known.greenscreen) {
    // Designs that use it keep it as it was.
    ledger.warnings.push({ file: planned.file, text: 'stays as it was imported before, without being cut out' })
  }
}

/** A file with which a picture was replaced, or that it had before, is that picture. */
const uuidOf = ({ job, replaced }: ImportState, hash: string, { pictureType }: PlannedPhotograph) =>
  replaced.get(hash) ?? pictureUuid(job, hash, pictureType)

const otherTypeOf = ({ pictureType }: PlannedPhotograph) => (pictureType === 'GP' ? 'IP' : 'GP')

/** Assigns a picture that the job already has. Returns false if it is somebody else's and stays so, which is listed. */
async function assignKnown(
  ledger: ImportState,
  planned: PlannedPhotograph,
  { uuid, hash }: Pick<Picture, 'uuid' | 'hash'>,
): Promise<boolean> {
  const { app, job, moves, warnings } = ledger
  const { file } = planned
  const move = moves === 'all' || moves.has(file)
  const picture = await findPicture(app, job, uuid)
  const target = targetOf(ledger, planned, picture?.isMarkedCover ?? false)
  // Whose the earlier file is does not say whose the present one is.
  if (picture && picture.hash !== hash && addsOwners(picture.assignment, target)) {
    warnings.push({ file, text: await earlierFileReason(app, job, picture) })
    return false
  }
  const source = { ...sourceOf(ledger, planned), move, isListed: (each: string) => ledger.listed.has(each) }
  const assigned = await assignTo(ledger, picture, target, source)
  if (assigned.outcome === 'nobody') {
    warnings.push({ file, text: `was left out: ${assigned.reason}` })
    return false
  }
  if (assigned.outcome === 'conflict')
    warnings.push({ file, text: await leftOutText(app, job, assigned.current, { target }) })
  const text = assigned.outcome === 'assigned' && (await movedText(app, job, assigned.change))
  if (text) warnings.push({ file, text })
  return assigned.outcome !== 'conflict'
}

/** Only what is changed is written, and waits for others who change people of the job. */
async function assignTo(
  { app, job, history, write }: ImportState,
  picture: Picture | null,
  target: ImportTarget,
  source: AssignmentSource & ImportRules,
): Promise<ImportOutcome | { outcome: 'nobody'; reason: string }> {
  const planned = picture ? decideImport(picture.assignment, target, source, source) : { outcome: 'unchanged' as const }
  if (planned.outcome === 'unchanged') return planned
  if (planned.outcome === 'conflict' && picture) return { outcome: 'conflict', current: picture.assignment }
  const record: RecordChange = (uuid, { before, after }) => history.record(uuid, before, after)
  return write(target, async (current) =>
    current.to === 'nobody'
      ? { outcome: 'nobody', reason: current.reason }
      : assignByImport(app, job, picture?.uuid ?? '', current, source, record),
  )
}

function targetOf(
  { subjects: uuids }: ImportState,
  { pictureType, rows, groups }: PlannedPhotograph,
  isMarkedCover: boolean,
) {
  if (pictureType === 'GP') return { to: 'groups' as const, groups }
  const subjects = rows.map(({ row, keywords }) => ({
    uuid: uuids.get(fold(row.key)) as string,
    isCover: isMarkedCover || keywords.includes(FAVORITE),
  }))
  return { to: 'subjects' as const, subjects }
}

const sourceOf = ({ app, by }: ImportState, { why }: PlannedPhotograph) => ({
  why,
  by: why === 'hand' ? by : 'import',
  at: app.clock(),
})

async function makePicture(
  ledger: ImportState,
  planned: PlannedPhotograph,
  original: Buffer,
  uuid: string,
): Promise<NewPicture> {
  const { app, job, greenscreen, warnings } = ledger
  const { file, pictureType } = planned
  const isKeyed = greenscreen && pictureType !== 'GP'
  const derived = await derivePicture(original, { cutOut: isKeyed ? 'key' : 'keep' })
  await beginPicture(app, job, uuid)
  await storePicture(app.blobs, { provider: job.provider, uuid }, original, derived)
  if (isKeyed && !derived.cutOut) warnings.push({ file, text: 'is shown unchanged: no green screen was found in it' })
  // Of the file's keywords the shop uses only one: others may contain more than customers should read.
  const isMarkedCover = derived.keywords.some((keyword) => keyword.toLowerCase() === FAVORITE)
  return {
    provider: job.provider,
    uuid,
    jobUuid: job.uuid,
    hash: derived.hash,
    fileName: file.split('/').at(-1) as string,
    format: derived.format,
    working: derived.working.format,
    bytes: original.length,
    width: derived.width,
    height: derived.height,
    greenscreen: derived.cutOut !== null,
    placeholder: derived.placeholder,
    faces: ledger.facesOf(derived.faces),
    isMarkedCover,
    target: targetOf(ledger, planned, isMarkedCover),
    source: sourceOf(ledger, planned),
  }
}

/** A second file with the same bytes. Copies for different people are decided before; see `decideCopies`. */
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
  const uuid = uuidOf(ledger, hash, planned)
  // The first of them was unusable, and is listed with its reason.
  if (!(await findPicture(ledger.app, ledger.job, uuid)))
    return warn(`is the same file as ${first.file} and was left out like it`)
  await assignKnown(ledger, planned, { uuid, hash })
}
