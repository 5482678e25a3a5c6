import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import { areOfCode, type Finder, findFinders } from './finders.ts'
import { enlarge, type GreyPicture, pgmFile } from './greyPicture.ts'
import type { CodeReading, CodeRequest } from './readCodes.ts'

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
const THOROUGH: ReaderOptions = { ...QUICK, tryDownscale: true, returnErrors: true }

async function read({ picture, isCloser }: CodeRequest): Promise<CodeReading> {
  await ready
  if (isCloser) return readThoroughly(enlargeSmall(picture), { looksForFinders: true })
  const found = await readBarcodes(pgmFile(picture), QUICK)
  if (found.length > 0) return readThoroughly(picture, { looksForFinders: false })
  if (areOfCode(findFinders(picture), picture)) return { texts: [], hasSigns: true }
  return readThoroughly(enlargeSmall(picture), { looksForFinders: false })
}

async function readThoroughly(
  picture: GreyPicture,
  { looksForFinders }: { looksForFinders: boolean },
): Promise<CodeReading> {
  const found = await readBarcodes(pgmFile(picture), THOROUGH)
  const codes = found.filter(({ isValid }) => isValid)
  const damaged = found.filter(({ isValid }) => !isValid).map(centreOf)
  const isElsewhere = (place: { x: number; y: number }) => !codes.some((code) => isAt(code, place))
  const hasFinders = () => areOfCode(findFinders(picture), picture, true)
  return {
    texts: [...new Set(codes.map(({ text }) => text))],
    hasSigns: damaged.some(isElsewhere) || (codes.length === 0 && looksForFinders && hasFinders()),
  }
}

function enlargeSmall(picture: GreyPicture): GreyPicture {
  return Math.max(picture.width, picture.height) > MAX_ENLARGED ? picture : enlarge(picture)
}

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
