import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'

/** A file outside the folder it was given with; the message names it. */
export class OutsideFolder extends Error {
  override name = 'OutsideFolder'
}

/**
 * The real path of a file in a folder, or of one that a document in it names. The content of a folder is untrusted: its links
 * and names must not make a command read the rest of the machine. Throws OutsideFolder for an absolute name, for `..` and for a
 * link out of the folder, and what `realpath` throws for a missing file.
 */
export async function pathInside(folder: string, name: string): Promise<string> {
  const inside = (await realpath(folder)) + sep
  const path = join(inside, name)
  if (isAbsolute(name) || !path.startsWith(inside) || path === inside) throw leadsOut(name)
  const real = await realpath(path)
  if (!real.startsWith(inside)) throw leadsOut(name)
  return real
}

function leadsOut(name: string): OutsideFolder {
  return new OutsideFolder(`${name} is outside its folder`)
}

/** The path at which a command may write a file into a folder. Throws OutsideFolder if there is a link at that path. */
export async function writablePathInside(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const known = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (known?.isSymbolicLink()) throw new OutsideFolder(`${path} is a link; files are not written through links`)
  return path
}
