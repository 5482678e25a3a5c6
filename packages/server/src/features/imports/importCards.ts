import type { App } from '../../platform/app.ts'
import { findCardHolders, readFrames } from '../cards/readFrames.ts'
import { type CameraSummary, type CardFrame, type SortOptions, sortByCards } from '../cards/sortByCards.ts'
import type { Job } from '../jobs/collection.ts'
import { counted } from '../jobs/counted.ts'
import type { JobMember } from '../jobs/importStore.ts'
import { fold } from '../jobs/roster.ts'
import type { ImportCards } from './cardOwners.ts'
import { NATURAL_ORDER, OTHER_PICTURE_FILE, PICTURE_FILE } from './importPlan.ts'
import type { CardReport } from './importReport.ts'

type ReadOptions = SortOptions & {
  folder: string
  /** Everybody whom the job contains. */
  members: readonly JobMember[]
  /** Cards of those who are one person with somebody else are that one's. */
  merged: readonly { uuid: string; person: JobMember }[]
  signal?: AbortSignal
  onProgress?: (progress: { done: number; total: number }) => void
}

/** Reads the cards in all photographs of an import. If it is stopped in between, nothing is sorted: a card may be among the rest. */
export async function readCards(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  files: readonly string[],
  { folder, members, merged, signal, onProgress, ...options }: ReadOptions,
): Promise<ImportCards> {
  const pictures = files.filter((file) => PICTURE_FILE.test(file)).sort(NATURAL_ORDER.compare)
  const onRead = (done: number) => onProgress?.({ done, total: pictures.length })
  const unopened = unopenedFiles(files, pictures)
  const frames = await readFrames(app, job, { folder, files: pictures, unopened, signal, onRead })
  signal?.throwIfAborted()
  const holdersOfCards = await findCardHolders(app, job)
  const everybody = [
    ...members.map((member) => [member.uuid, member] as const),
    ...merged.map(({ uuid, person }) => [uuid, person] as const),
  ]
  const holders = new Map(everybody.filter(([uuid]) => holdersOfCards.has(uuid)))
  return { sorted: sortByCards(frames, options), holders }
}

/** Photographs in formats that are not read, unless the camera stored the same one as JPEG next to it. */
function unopenedFiles(files: readonly string[], pictures: readonly string[]): string[] {
  const stem = (file: string) => fold(file.replace(/\.[^./]+$/, ''))
  const stems = new Set(pictures.map(stem))
  return files.filter((file) => OTHER_PICTURE_FILE.test(file) && !stems.has(stem(file)))
}

/** What was done with the cards, for the report. */
export function cardReport({ sorted, holders }: ImportCards): CardReport {
  const { assignments, exceptions, cardFrames, cameras, maxRun } = sorted
  const seen = new Set(assignments.map(({ subject }) => subject))
  const holderOf = new Map(assignments.map(({ card, subject }) => [card, holders.get(subject)]))
  return {
    frames: cardFrames.length,
    assigned: assignments.length,
    exceptions: exceptions.length,
    people: { photographed: seen.size, total: holders.size },
    notes: [
      ...cameras.map((camera) => cameraText(camera, cameras[0])),
      ...(maxRun === null ? [] : [`a card with more than ${maxRun} photographs is doubtful`]),
    ],
    cards: cardFrames.flatMap((frame) => frameNote(frame, holderOf.get(frame.file))),
  }
}

function cameraText(
  { camera, frames, cards, basis, clock }: CameraSummary,
  reference: CameraSummary | undefined,
): string {
  const order =
    basis === 'clock' ? 'in the order of its clock' : 'in the order of the names, for its files have no time'
  const ahead = clock && Math.round(clock.behindMs / 1000)
  const beside = ahead
    ? `; its clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'behind' : 'ahead of'} that of ${reference?.camera}, by ${clock?.cards} cards of both`
    : ''
  return `${camera}: ${counted(frames, 'file')}, ${cards} with cards, ${order}${beside}`
}

/** A photograph of a card that could be used; the others are among the problems. */
function frameNote({ file, kind, numbers, names }: CardFrame, holder: JobMember | undefined): CardReport['cards'] {
  const numbered = `card ${numbers.join(' and ')}`
  if (kind === 'blank') return [{ file, text: `shows blank ${numbered}: a walk-in to be named` }]
  if (kind !== 'person') return []
  const whose = holder ? ` of ${holder.name} ("${holder.key}")` : ''
  return [{ file, text: `shows ${numbered}${whose} and names ${counted(names, 'photograph')}` }]
}
