import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readCodes } from '../../imaging/codes/readCodes.ts'
import { shotFacts } from '../../imaging/codes/shotFacts.ts'
import { MAX_PHOTOGRAPH_BYTES, PhotographError } from '../../imaging/derivatives/photograph.ts'
import type { App } from '../../platform/app.ts'
import { forEachInParallel } from '../../platform/forEachInParallel.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import type { Job } from '../jobs/collection.ts'
import { cardJob, readCardText } from './cardText.ts'
import { findCards } from './collection.ts'
import type { Frame, SeenCard } from './frame.ts'

/** The uuids of everybody in a job who has a card. */
export async function findCardHolders(app: App, job: Pick<Job, 'provider' | 'uuid'>): Promise<Set<string>> {
  const cards = await findCards(app, job.provider, job.uuid)
  return new Set(cards.flatMap(({ subject }) => subject ?? []))
}

type Reading = {
  folder: string
  /** Paths inside the folder, with forward slashes. */
  files: readonly string[]
  /** Photographs in formats that are not read: each may be of a card. */
  unopened?: readonly string[]
  signal?: AbortSignal | undefined
  onRead?: ((done: number) => void) | undefined
}

/**
 * What was photographed when, with which camera, and the job's cards in it. A file that is damaged, or cannot be opened, may have been a
 * card.
 */
export async function readFrames(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  { folder, files, unopened = [], signal, onRead }: Reading,
): Promise<Frame[]> {
  const cardsIn = cardReader(cardJob(job.provider, job.uuid), await findCards(app, job.provider, job.uuid))
  const frames = new Map<string, Frame>()
  let done = 0
  await forEachInParallel(files, signal, async (file) => {
    const content = await readInside(folder, file)
    frames.set(file, content ? await readFrame(file, content, cardsIn) : strayFrame(file))
    onRead?.(++done)
  })
  const strays = unopened.map((file) => ({ ...strayFrame(file), isUnopened: true }))
  return [...files.flatMap((file) => frames.get(file) ?? []), ...strays]
}

/** A file of which nothing is known. */
const strayFrame = (file: string): Frame => ({ file, time: null, camera: null, cards: [], hasSigns: true })

async function readInside(folder: string, file: string): Promise<Buffer | null> {
  try {
    const path = await pathInside(folder, file)
    return (await stat(path)).size > MAX_PHOTOGRAPH_BYTES ? null : await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof OutsideFolder || code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return null
    throw error
  }
}

type CardsIn = (texts: readonly string[]) => SeenCard[]

function cardReader(job: string, cards: Awaited<ReturnType<typeof findCards>>): CardsIn {
  const byNumber = new Map(cards.map((card) => [card.number, card]))
  return (texts) =>
    texts.flatMap((text): SeenCard[] => {
      const read = readCardText(text)
      // Any other QR code, on a shirt or a poster.
      if (!read) return []
      const card = read.job === job ? byNumber.get(read.number) : undefined
      if (!card || card.isGone) return [{ kind: 'foreign' }]
      const { number, subject } = card
      return [subject === null ? { kind: 'blank', number } : { kind: 'person', number, subject }]
    })
}

async function readFrame(file: string, content: Buffer, cardsIn: CardsIn): Promise<Frame> {
  const [{ time, model, serial }, reading] = await Promise.all([
    shotFacts(content),
    readCodes(content).catch((error: unknown) => {
      if (error instanceof PhotographError) return null
      throw error
    }),
  ])
  if (!reading && time === null) return strayFrame(file)
  const { texts, hasSigns, sharpness } = reading ?? { texts: [], hasSigns: true, sharpness: null }
  const found = { file, time, cards: cardsIn(texts), hasSigns, sharpness }
  if (serial) return { ...found, camera: [model, serial].filter(Boolean).join(' ') }
  // Cameras without a number are identified by their folders, so that two of a kind are not mixed.
  return { ...found, camera: `${model || 'camera'} in ${dirname(file)}`, isAnonymous: true }
}
