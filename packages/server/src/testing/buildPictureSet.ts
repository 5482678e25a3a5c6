import { randomUUID } from 'node:crypto'
import { FAVORITE, type PictureType } from '@portraitkit/core/jobs/picture.ts'
import sharp from 'sharp'
import { saveCode } from '../features/access/codes.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../features/jobs/collection.ts'
import type { DeliveredPicture } from '../features/jobs/picture.ts'
import { storePicture } from '../imaging/derivatives/pictureFiles.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import { buildDerived } from './buildDerived.ts'
import { aStoredPicture, givePictures } from './givePictures.ts'

export type BuiltPictureSet = {
  job: Job
  subject: Subject
  /** Opens the set. */
  code: string
  /** The two portraits, of which the second is the favourite, and the group picture. */
  pictures: { first: DeliveredPicture; favourite: DeliveredPicture; group: DeliveredPicture }
}

let builtCount = 0

/**
 * A picture set for tests: a job with one subject, two portraits (or the given pictures) and a group picture, all with real files, and a code that
 * opens it. Unique.
 */
export async function buildPictureSet(
  app: App,
  provider: Provider,
  change: { job?: Partial<Job>; subject?: Partial<Subject>; pictures?: readonly DeliveredPicture[] } = {},
): Promise<BuiltPictureSet> {
  const number = ++builtCount
  const job: Job = {
    provider: provider.key,
    uuid: randomUUID(),
    name: `Job ${number} ${randomUUID().slice(0, 4)}`,
    jobType: { uuid: randomUUID(), name: 'school' },
    photographer: { uuid: randomUUID(), name: 'A photographer' },
    year: 2026,
    creationTime: app.clock(),
    orderBy: null,
    freeDeliveryUntil: null,
    deletion: null,
    published: true,
    hasBeenInWebShop: true,
    requireFineTunedPictures: false,
    isArchived: false,
    ...change.job,
  }
  const first = await buildPicture(app, provider, { fileName: '1.jpg' })
  const favourite = await buildPicture(app, provider, { fileName: '2.jpg', keywords: [FAVORITE] })
  const group = await buildPicture(app, provider, { fileName: 'group.jpg', pictureType: 'GP' })
  const subject: Subject = {
    provider: provider.key,
    uuid: randomUUID(),
    jobUuid: job.uuid,
    key: String(number),
    name: `Child ${number}`,
    group: '4B',
    contact: { email: `parent${number}@example.com`, phone: null },
    ...change.subject,
  }
  const code = `CODE${randomUUID().slice(0, 8)}`
  await jobsOf(app, provider.key).insertOne(job)
  await subjectsOf(app, provider.key).insertOne(subject)
  await givePictures(app, subject, change.pictures ?? [first, favourite])
  const stored = aStoredPicture({ provider: provider.key, jobUuid: job.uuid }, group, {
    to: 'groups',
    groups: [subject.group],
  })
  await picturesOf(app, provider.key).insertOne(stored)
  await saveCode(app, provider, { code, subjects: [subject.uuid] })
  return { job, subject, code, pictures: { first, favourite, group } }
}

/** A picture with its files, in a size of its own kind: portraits upright, group pictures landscape. */
export async function buildPicture(
  app: App,
  provider: Provider,
  change: { fileName?: string; keywords?: string[]; pictureType?: PictureType; greenscreen?: boolean } = {},
): Promise<DeliveredPicture> {
  const { fileName = 'picture.jpg', keywords = [], pictureType = 'IP', greenscreen = false } = change
  const [width, height] = pictureType === 'GP' ? [1700, 1100] : [1040, 1300]
  const uuid = randomUUID()
  // a head is not green
  const hue = greenscreen ? 180 + 20 * (pictureCount % 3) : 30 * (pictureCount % 12)
  pictureCount++
  const { original, derived } = await buildDerived(
    `${width}x${height}-${hue}${greenscreen ? '-green' : ''}`,
    () => aPortrait(width, height, hue, greenscreen),
    greenscreen ? 'key' : undefined,
  )
  await storePicture(app.blobs, { provider: provider.key, uuid }, original, derived)
  const { hash, format, working, placeholder, cutOut } = derived
  return {
    uuid,
    hash,
    fileName,
    format,
    working: working.format,
    bytes: original.length,
    width,
    height,
    pictureType,
    groupPicture: pictureType === 'GP',
    greenscreen: cutOut !== null,
    keywords,
    placeholder,
    faces: [],
  }
}

/** Pictures that are built one after the other differ. */
let pictureCount = 0

/** A plain background in a colour, or green, with a round spot above the middle, like the head in a portrait. */
function aPortrait(width: number, height: number, hue: number, greenscreen: boolean): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${greenscreen ? '#00b140' : `hsl(${hue} 40% 70%)`}"/>
<circle cx="50%" cy="35%" r="${height / 6}" fill="hsl(${(hue + 180) % 360} 60% 40%)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
}
