import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { readFaces } from '../../imaging/derivatives/photograph.ts'
import { forEachInParallel } from '../../platform/forEachInParallel.ts'
import { pathInside } from '../../platform/insideFolder.ts'
import type { Picture } from '../jobs/picture.ts'

/** The contents of the imported files as far as they are compared. */
export type FileContents = {
  /** sha256 by file: of all files on request, otherwise only of those whose size is not unique. */
  hashes: ReadonlyMap<string, string>
  /** Files of the same content that are nobody's in the job yet. */
  copies: string[][]
  /** Files of which the job has a picture that is somebody's, or rejected. */
  known: ReadonlySet<string>
  /** The names of the faces that a file marks: somebody of that name may be known only since the job has its picture. */
  faces: ReadonlyMap<string, readonly string[]>
}

/** Compares the files with each other and with the job's pictures. A file that cannot be read is left out: its import says why. */
export async function compareContents(
  folder: string,
  files: readonly string[],
  pictures: readonly Pick<Picture, 'hash' | 'bytes' | 'assignment'>[],
  { hashAll }: { hashAll: boolean },
): Promise<FileContents> {
  const decided = pictures.filter(({ assignment }) => assignment.to !== 'unmatched')
  const stored = {
    sizes: new Set(pictures.map(({ bytes }) => bytes)),
    hashes: new Set(decided.map(({ hash }) => hash)),
  }
  const sizes = new Map<string, number>()
  await forEachInParallel(files, undefined, async (file) => {
    const size = await sizeOf(folder, file)
    if (size !== null) sizes.set(file, size)
  })
  const bySize = Map.groupBy(sizes, ([, size]) => size)
  const compared = [...sizes].filter(
    ([, size]) => hashAll || stored.sizes.has(size) || (bySize.get(size)?.length ?? 0) > 1,
  )
  const hashes = new Map<string, string>()
  await forEachInParallel(compared, undefined, async ([file]) => {
    const hash = await hashOf(folder, file)
    if (hash !== null) hashes.set(file, hash)
  })
  const inOrder = files.filter((file) => hashes.has(file)).toSorted()
  const same = Map.groupBy(inOrder, (file) => hashes.get(file) as string)
  const known = new Set(inOrder.filter((file) => stored.hashes.has(hashes.get(file) as string)))
  const faces = new Map<string, readonly string[]>()
  await forEachInParallel([...sizes.keys()], undefined, async (file) => {
    const names = await faceNamesOf(folder, file)
    if (names.length > 0) faces.set(file, names)
  })
  return {
    hashes,
    copies: [...same].flatMap(([hash, copies]) => (copies.length > 1 && !stored.hashes.has(hash) ? [copies] : [])),
    known,
    faces,
  }
}

async function sizeOf(folder: string, file: string): Promise<number | null> {
  try {
    return (await stat(await pathInside(folder, file))).size
  } catch {
    return null
  }
}

async function faceNamesOf(folder: string, file: string): Promise<string[]> {
  try {
    return (await readFaces(await pathInside(folder, file))).flatMap(({ name }) => name ?? [])
  } catch {
    return []
  }
}

async function hashOf(folder: string, file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(await pathInside(folder, file)), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
