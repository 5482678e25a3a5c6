import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { importJob } from '../packages/server/src/features/imports/importJob.ts'
import { picturesOf } from '../packages/server/src/features/jobs/collection.ts'
import { sizeKey, workingKey } from '../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { openApp } from '../packages/server/src/openApp.ts'
import { readEnv } from '../packages/server/src/platform/env.ts'
import { saveProvider } from '../packages/server/src/platform/provider/collection.ts'
import { difference, pixelsOf } from '../packages/server/src/testing/aPhotograph.ts'
import { buildProvider } from '../packages/server/src/testing/buildProvider.ts'
import { photographs } from '../scripts/photographs.ts'
import type { Bench } from './figures.ts'

/**
 * Photographs imported per second compared with vipsthumbnail, which makes the same five files of each on the same cores in the
 * same run. The importer also stores the original, hashes it, makes a placeholder, writes documents and syncs every file.
 */

// The image library belongs to the server's package.
type Image = {
  resize(size: { width: number; height: number }): Image
  jpeg(options: { quality: number }): Image
  toBuffer(): Promise<Buffer>
}
const library = new URL('../packages/server/package.json', import.meta.url)
const sharp = createRequire(library)('sharp') as (file: string) => Image

const ROUNDS = 3
const CHILDREN = 4
const SIZES = [1600, 960, 640, 320]
const quality = (size: number) => (size >= 960 ? 85 : 82)

export const benchImages: Bench = async ({ scale }) => {
  await needVips()
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-images-'))
  try {
    const files = await layOut(folder, Math.max(4, Math.round(26 * scale)))
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(folder, files, round))
    const ratio = median(rounds.map(({ ours, straight, cascade }) => ours / Math.max(straight, cascade)))
    const rate = (pick: (round: Round) => number) => median(rounds.map(pick))
    const [straight, cascade] = [rate((round) => round.straight), rate((round) => round.cascade)]
    return [
      {
        name: `photographs of 6 to 24 megapixels imported, ${availableParallelism()} cores`,
        value: rate((round) => round.ours),
        unit: 'images/s',
        beside: `vipsthumbnail ${Math.max(straight, cascade).toFixed(2)} images/s (each size from the original: ${straight.toFixed(2)}; each from the next larger: ${cascade.toFixed(2)})`,
        ratio,
        goal: 'at least 0.9',
        met: ratio >= 0.9,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const MANY = 1000
const CAMERA = { width: 6000, height: 4000 }

/**
 * A job of a whole school at the size that cameras write: the time of one import beside the faster of the two ways that a person
 * could type, which is the one from each next larger size.
 */
export const benchManyImages: Bench = async ({ scale }) => {
  await needVips()
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-images-'))
  try {
    const files = await layOut(folder, Math.max(4, Math.round(MANY * scale)), CAMERA)
    const theirs = await seconds(() => thumbnailRate(folder, files, 'cascade'))
    const ours = files.length / (await importRate(folder, files, false))
    return [
      {
        name: `${files.length} photographs of 24 megapixels imported, ${availableParallelism()} cores`,
        value: ours,
        unit: 's',
        beside: `vipsthumbnail ${theirs.toFixed(0)} s`,
        ratio: ours / theirs,
        goal: 'at most 1.1 times its time',
        met: ours / theirs <= 1.1,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Round = { ours: number; straight: number; cascade: number }

/** One turn of each, in a different order every time; images per second. */
async function measure(folder: string, files: string[], round: number): Promise<Round> {
  const rates: Round = { ours: 0, straight: 0, cascade: 0 }
  const turns = [
    async () => {
      rates.straight = files.length / (await seconds(() => thumbnailRate(folder, files, 'straight')))
    },
    async () => {
      rates.cascade = files.length / (await seconds(() => thumbnailRate(folder, files, 'cascade')))
    },
    async () => {
      rates.ours = await importRate(folder, files, round === 0)
    },
  ]
  for (let turn = 0; turn < turns.length; turn++) await turns[(turn + round) % turns.length]?.()
  return rates
}

/**
 * Real photographs, several copies of each, with a byte appended that makes each a different file. With `enlargedTo` each fills that
 * many pixels.
 */
async function layOut(folder: string, count: number, enlargedTo?: typeof CAMERA): Promise<string[]> {
  // None of these names a profile, so neither side has colours to convert.
  const real = (await photographs()).filter(
    ({ file, width, height }) => width * height >= 6e6 && !/Painting/.test(file),
  )
  await mkdir(join(folder, 'photos'))
  const read = (file: string) =>
    enlargedTo ? sharp(file).resize(enlargedTo).jpeg({ quality: 90 }).toBuffer() : readFile(file)
  const different = await Promise.all(real.slice(0, count).map(({ file }) => read(file)))
  const files: string[] = []
  for (let at = 0; at < count; at++) {
    const file = join(folder, 'photos', `${(at % CHILDREN) + 1}_${at}.jpg`)
    await writeFile(file, Buffer.concat([different[at % different.length] as Buffer, randomBytes(8)]))
    files.push(file)
  }
  const roster = Array.from({ length: CHILDREN }, (_, at) => `${at + 1},Emma Carter ${at + 1}\n`)
  await writeFile(join(folder, 'photos/roster.csv'), `key,name\n${roster.join('')}`)
  return files
}

/** The real importer, into an empty shop. */
async function importRate(folder: string, files: string[], check: boolean): Promise<number> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', SECRET: randomBytes(32).toString('hex') })
  const { app, close } = await openApp(env)
  try {
    const provider = buildProvider()
    await saveProvider(app, provider)
    const order = { folder: join(folder, 'photos'), provider, job: 'Bench' }
    const took = await seconds(async () => {
      const { photographs, problems } = await importJob(app, order)
      if (photographs.imported !== files.length) throw new Error(`Not all were imported: ${JSON.stringify(problems)}`)
    })
    if (check) {
      const pictures = await picturesOf(app, provider.key).find({}).limit(3).toArray()
      for (const { uuid, fileName, working } of pictures) {
        const of = { provider: provider.key, uuid }
        const keys = [workingKey(of, working), ...SIZES.map((size) => sizeKey(of, size as 320))]
        await requireSamePicture(
          join(folder, 'straight'),
          fileName,
          await Promise.all(keys.map((key) => app.blobs.get(key))),
        )
      }
    }
    return files.length / took
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Both made the same: the same pixels within the tolerance of a lossy file. */
async function requireSamePicture(folder: string, fileName: string, made: (Buffer | null)[]): Promise<void> {
  for (const [at, label] of ['full', ...SIZES].entries()) {
    const [ours, theirs] = [await pixelsOf(made[at] as Buffer), await pixelsOf(join(folder, String(label), fileName))]
    // If a size ends on half a pixel, one rounds up and the other down.
    const halfPixel = Math.abs(ours.width - theirs.width) + Math.abs(ours.height - theirs.height) === 1
    const { mean } = difference(ours, theirs)
    if (mean > 6 && !halfPixel)
      throw new Error(`${fileName} at ${label} is not the same picture: they differ by ${mean}`)
  }
}

/**
 * The commands that a person would type: all files of one size after another, a process for each core, one folder for each
 * size. `straight` makes each size from the original, which it can decode smaller; `cascade` from the next larger one.
 */
async function thumbnailRate(folder: string, files: string[], way: 'straight' | 'cascade'): Promise<void> {
  const out = join(folder, way)
  await rm(out, { recursive: true, force: true })
  for (const label of ['full', ...SIZES]) await mkdir(join(out, String(label)), { recursive: true })
  const cores = availableParallelism()
  const shares = Array.from({ length: cores }, (_, core) => files.filter((_file, at) => at % cores === core))
  await Promise.all(
    shares.map(async (share) => {
      const madeIn = (label: string | number) => share.map((file) => join(out, String(label), basename(file)))
      await vipsthumbnail(share, '100000x100000>', `${join(out, 'full')}/%s.jpg[Q=92,subsample-mode=off,profile=srgb]`)
      let from = way === 'straight' ? share : madeIn('full')
      for (const size of SIZES) {
        await vipsthumbnail(from, `${size}x${size}>`, `${join(out, String(size))}/%s.jpg[Q=${quality(size)},strip]`)
        if (way === 'cascade') from = madeIn(size)
      }
    }),
  )
}

async function vipsthumbnail(files: string[], size: string, to: string): Promise<void> {
  const code = await new Promise<number | null>((done, fail) => {
    const args = [...files, '--size', size, '-o', to]
    const child = spawn('vipsthumbnail', args, { stdio: 'ignore', env: { ...process.env, VIPS_CONCURRENCY: '1' } })
    child.on('error', fail).on('exit', done)
  })
  if (code !== 0) throw new Error(`vipsthumbnail ended with ${code}`)
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const run = promisify(execFile)

async function needVips(): Promise<void> {
  const works = () =>
    run('vipsthumbnail', ['--version']).then(
      () => true,
      () => false,
    )
  if (await works()) return
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'libvips-tools'], { timeout: 240_000 })
    .catch(() =>
      run('apt-get', ['update']).then(() =>
        run('apt-get', ['install', '-y', '--no-install-recommends', 'libvips-tools']),
      ),
    )
    .catch(() => undefined)
  if (!(await works())) throw new Error("vipsthumbnail is missing: install Debian's package libvips-tools.")
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
