import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type CutOut, type DerivedPicture, derivePicture } from '../imaging/derivatives/derive.ts'

type Photograph = { original: Buffer; derived: DerivedPicture }

const photographCache = new Map<string, Promise<Photograph>>()
let makers: Promise<string> | undefined

/**
 * A photograph with its derived files: unique, although it looks like others of its name. The derived files are made once and
 * then read from the folder in DEMO_DRAWINGS: hundreds of tests need a picture, and none of them depends on how it was made.
 */
export async function buildDerived(name: string, draw: () => Promise<Buffer>, cutOut?: CutOut): Promise<Photograph> {
  const pending = photographCache.get(name) ?? findOrMake(name, draw, cutOut)
  photographCache.set(name, pending)
  const { original, derived } = await pending
  const own = withComment(original, randomUUID())
  return { original: own, derived: { ...derived, hash: createHash('sha256').update(own).digest('hex') } }
}

async function findOrMake(name: string, draw: () => Promise<Buffer>, cutOut?: CutOut): Promise<Photograph> {
  const make = async () => {
    const original = await draw()
    return { original, derived: await derivePicture(original, { cutOut }) }
  }
  const folder = process.env.DEMO_DRAWINGS
  if (!folder) return make()
  makers ??= hashOfMakers()
  const file = join(folder, `${name}-${await makers}`)
  const cached = await readFile(file).catch(() => null)
  if (cached) return reviveBuffers(deserialize(cached))
  const photograph = await make()
  await mkdir(folder, { recursive: true })
  const unfinished = `${file}-${process.pid}-${performance.now()}`
  await writeFile(unfinished, serialize(photograph))
  await rename(unfinished, file)
  return photograph
}

/** After a change to the code that makes pictures, they are made again. */
async function hashOfMakers(): Promise<string> {
  const hash = createHash('sha256')
  const folders = [join(import.meta.dirname, '../imaging/derivatives')]
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    for (const name of names.sort()) hash.update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 20)
}

/** A JPEG with a comment after its first two bytes, which no reader looks at. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** Buffers come back as plain bytes. */
function reviveBuffers(value: unknown): Photograph {
  const back = (each: unknown): unknown => {
    if (each instanceof Uint8Array) return Buffer.from(each.buffer, each.byteOffset, each.byteLength)
    if (Array.isArray(each) || typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, one]) => [key, back(one)]))
  }
  return back(value) as Photograph
}
