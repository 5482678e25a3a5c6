import { execFile } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compare, type Likeness } from './printTruth/measure.ts'
import { rasterOf, sharp } from './printTruth/raster.ts'
import type { House, World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

/** Runs the operator's command in its own process, next to the running shop. Returns its output. */
export async function portraitkit({ dataDir }: House, ...argv: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const { stdout } = await run(process.execPath, ['packages/server/src/cli/main.ts', ...argv], { cwd: ROOT, env })
  return stdout
}

/** The number of stored orders with this reference: `#` and the first eight characters of the uuid. */
export async function storedOrders(house: House, world: World, reference: string): Promise<number> {
  const listed = await portraitkit(house, 'orders', 'list', '--provider', world.provider)
  return listed.split('\n').filter((line) => line.includes(reference.replace('#', ''))).length
}

/** The print file of an order's first page, made from the stored order. */
export async function printFirstPage(house: House, world: World, reference: string): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'pk-print-'))
  await portraitkit(house, 'orders', 'print', reference.replace('#', ''), '--provider', world.provider, '--out', out)
  const files = await readdir(out, { recursive: true })
  const [page] = files.filter((file) => file.endsWith('.jpg')).sort()
  if (!page) throw new Error(`No print file among ${files.join(', ')}`)
  return join(out, page)
}

const DPI = 300
const BLEED = 3

/** The similarity of a picture of the card on the screen to its print file, inside the trim. */
export async function likeness(screen: Buffer, printFile: string): Promise<Likeness> {
  const { width, height } = await sharp(printFile).metadata()
  const bleed = Math.round((BLEED / 25.4) * DPI)
  const trim = { left: bleed, top: bleed, width: width - 2 * bleed, height: height - 2 * bleed }
  const page = await sharp(printFile).extract(trim).png().toBuffer()
  // The screen has fewer pixels than half the print: both are scaled to its size.
  const size = { width: 640, height: Math.round((640 * trim.height) / trim.width) }
  return compare(await rasterOf(screen, size), await rasterOf(page, size))
}
