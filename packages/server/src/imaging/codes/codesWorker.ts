import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import { areOfCode, areThreeCorners, type Finder, findFinders, hasPair } from './finders.ts'
import { enlarge, type GreyPicture, pgmFile } from './greyPicture.ts'
import type { CodeFindings, CodeReading, CodeRequest } from './readCodes.ts'
import { moreSharpenedPictures, type SharpenedPicture, sharpenedPictures, shrink } from './sharpen.ts'
import { measureSharpness, type Sharpness } from './sharpness.ts'
import { showsSoftCode } from './softCode.ts'

// The program of the reader is read from its package: by default it would be fetched from a public server.
const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const { buffer } = new Uint8Array(readFileSync(file))
const ready = prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })

/** More codes than anybody holds in front of a camera. */
const MAX_CODES = 8
/** A picture with a longer edge is not enlarged. */
const MAX_ENLARGED = 2000

const QUICK: ReaderOptions = {
  formats: ['QRCode'],
  tryInvert: false,
  tryRotate: false,
  tryDownscale: false,
  textMode: 'Plain',
  maxNumberOfSymbols: MAX_CODES,
}
/** Also returns the codes that it finds and cannot read. */
const WITH_DAMAGED: ReaderOptions = { ...QUICK, returnErrors: true }
const THOROUGH: ReaderOptions = { ...WITH_DAMAGED, tryDownscale: true }

async function read({ picture, isCloser }: CodeRequest): Promise<CodeFindings> {
  await ready
  if (isCloser) return readCloser(picture)
  const measured = measureSharpness(picture)
  return { ...(await readFirst(picture, measured)), sharpness: measured.sharpness }
}

async function readFirst(picture: GreyPicture, measured: Sharpness): Promise<CodeFindings> {
  const found = await readBarcodes(pgmFile(picture), QUICK)
  if (found.length > 0) return readThoroughly(picture)
  if (areOfCode(findFinders(picture), picture))
    return { texts: [], hasSigns: true, isBlurred: showsSoftCode(picture, measured) }
  const reading = await readThoroughly(enlargeSmall(picture), { options: WITH_DAMAGED })
  if (reading.texts.length > 0) return reading
  const isBlurred = showsSoftCode(picture, measured) || (!reading.hasSigns && (await showsBlurredCode(picture)))
  return { texts: [], hasSigns: reading.hasSigns || isBlurred, isBlurred }
}

/** Corners of a blurred code may not show in the closer picture, so that it is sharpened, too, before they are taken for nothing. */
async function readCloser(picture: GreyPicture): Promise<CodeReading> {
  const reading = await readThoroughly(enlargeSmall(picture), { looksForFinders: true })
  if (reading.texts.length > 0 || reading.hasSigns) return reading
  return { texts: [], hasSigns: await showsBlurredCode(isLarge(picture) ? shrink(picture, 2) : picture) }
}

async function readThoroughly(
  picture: GreyPicture,
  { looksForFinders = false, options = THOROUGH } = {},
): Promise<CodeReading> {
  const found = await readBarcodes(pgmFile(picture), options)
  const codes = found.filter(({ isValid }) => isValid)
  const damaged = found.filter(({ isValid }) => !isValid).map(centreOf)
  const isElsewhere = (place: { x: number; y: number }) => !codes.some((code) => isAt(code, place))
  const hasFinders = () => areOfCode(findFinders(picture), picture, true)
  return {
    texts: [...new Set(codes.map(({ text }) => text))],
    hasSigns: damaged.some(isElsewhere) || (codes.length === 0 && looksForFinders && hasFinders()),
  }
}

/** Whether a code appears once the picture is sharpened. What it says is not believed: sharpening invents details. */
async function showsBlurredCode(picture: GreyPicture): Promise<boolean> {
  const first = await findInSharpened(sharpenedPictures(picture))
  if (first !== 'pair') return first === 'code'
  return (await findInSharpened(moreSharpenedPictures(picture))) === 'code'
}

/** Sharpened, the corners of one code have one size, to this share of a module. */
const MAX_DIFFERENCE = 0.2
/** Waves and leaves have more of them. */
const MAX_CORNERS = 6

/** Two corners alone are found in a landscape, too: they are a reason to look again, at more pictures. */
async function findInSharpened(pictures: Iterable<SharpenedPicture>): Promise<'code' | 'pair' | 'nothing'> {
  let found: 'pair' | 'nothing' = 'nothing'
  for (const { picture, find } of pictures) {
    if (find !== 'corners' && (await readBarcodes(pgmFile(picture), WITH_DAMAGED)).length > 0) return 'code'
    const corners = find === 'codes' ? [] : findFinders(picture)
    if (areThreeCorners(corners)) return 'code'
    if (find === 'corners' && corners.length <= MAX_CORNERS && hasPair(corners, MAX_DIFFERENCE)) found = 'pair'
  }
  return found
}

function enlargeSmall(picture: GreyPicture): GreyPicture {
  return isLarge(picture) ? picture : enlarge(picture)
}

const isLarge = ({ width, height }: GreyPicture) => Math.max(width, height) > MAX_ENLARGED

const cornersOf = ({ position }: ReadResult) => [
  position.topLeft,
  position.topRight,
  position.bottomRight,
  position.bottomLeft,
]

function centreOf(code: ReadResult): Pick<Finder, 'x' | 'y'> {
  const corners = cornersOf(code)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) }
}

/** Whether a place is within the circle around a code. */
function isAt(code: ReadResult, { x, y }: Pick<Finder, 'x' | 'y'>): boolean {
  const centre = centreOf(code)
  const radius = Math.max(...cornersOf(code).map((corner) => Math.hypot(corner.x - centre.x, corner.y - centre.y)))
  return Math.hypot(x - centre.x, y - centre.y) <= 1.2 * radius
}

parentPort?.on('message', async (request: CodeRequest) => parentPort?.postMessage(await read(request)))
