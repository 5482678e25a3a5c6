import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPicture, type Scenery } from './picture.ts'

let drawers: Promise<string> | undefined

/**
 * Draws a picture, or reads it from the folder in DEMO_DRAWINGS, where an earlier demo world stored it: drawing is half the
 * work of creating a demo world, and the tests create several.
 */
export async function drawCached(scenery: Scenery): Promise<Buffer> {
  const folder = process.env.DEMO_DRAWINGS
  if (!folder) return await drawPicture(scenery)
  drawers ??= hashOfDrawers()
  const name = createHash('sha256')
    .update(`${await drawers}${JSON.stringify(scenery)}`)
    .digest('hex')
  const cached = await readFile(join(folder, name)).catch(() => null)
  if (cached) return cached
  const drawn = await drawPicture(scenery)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}-${process.pid}-${performance.now()}`)
  await writeFile(unfinished, drawn)
  await rename(unfinished, join(folder, name))
  return drawn
}

/** Every drawing of the same scenery has a name of its own. */
async function hashOfDrawers(): Promise<string> {
  const files = (await readdir(import.meta.dirname)).filter((name) =>
    /^(?:backdrop|figure|people|picture)\.ts$/.test(name),
  )
  const sources = await Promise.all(files.sort().map((name) => readFile(join(import.meta.dirname, name))))
  return createHash('sha256').update(Buffer.concat(sources)).digest('hex')
}
