import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { MAX_PHOTOGRAPH_BYTES } from '../../imaging/derivatives/photograph.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, readOperator } from '../../platform/command.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import type { Job } from '../jobs/collection.ts'
import { requirePicture } from '../jobs/pictures/requirePicture.ts'
import { printExposureCount } from '../jobs/subjects/printExposureCount.ts'
import { ReplaceError, replacePicture } from './replacePicture.ts'

/** `./portraitkit jobs pictures <job> replace <picture> <file>`. */
export async function replaceByFile(
  app: App,
  job: Job,
  [named, path, ...more]: readonly string[],
  { operator }: { operator?: string },
): Promise<void> {
  if (named === undefined || path === undefined || more.length > 0)
    throw new CommandError('Name one picture and the file that replaces it', 2)
  const picture = await requirePicture(app, job, named)
  const original = await readNamedFile(path)
  const { number } = await replacePicture(app, job, picture, original, readOperator(operator)).catch(
    (error: unknown) => {
      if (error instanceof ReplaceError) throw new CommandError(`Nothing was replaced. ${plain(error.message)}`, 1)
      throw error
    },
  )
  if (number === null) return console.log(`Nothing changed: ${plain(picture.fileName)} has this file already.`)
  console.log(`${plain(picture.fileName)}: replaced by ${plain(path)}`)
  console.log(`Number ${number} of the history; "jobs undo" reverses it.`)
  console.log('What was ordered stays as it was ordered, with the earlier file.')
  await printExposureCount(app, job, number)
}

/** The file that an operator names; a link out of its folder is not followed. */
async function readNamedFile(named: string): Promise<Buffer> {
  const path = resolve(named)
  try {
    const real = await pathInside(dirname(path), basename(path))
    const about = await stat(real)
    if (!about.isFile()) throw new CommandError(`"${plain(named)}" is not a file`, 1)
    const { size } = about
    if (size > MAX_PHOTOGRAPH_BYTES)
      throw new CommandError(
        `"${plain(named)}" has ${Math.round(size / 1e6)} MB, more than the limit of ${MAX_PHOTOGRAPH_BYTES / 1e6} MB`,
        1,
      )
    return await readFile(real)
  } catch (error) {
    if (error instanceof OutsideFolder)
      throw new CommandError(`"${plain(named)}" is a link to a place outside its folder`, 1)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ELOOP' || code === 'ENOTDIR')
      throw new CommandError(`"${plain(named)}" cannot be read (${code})`, 1)
    throw error
  }
}
