import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { locatePackage } from './debianPackages.ts'

// Real photographs for tests and benches, from Debian's packages (CC-BY, CC-BY-SA, CC0). None of them is stored in the project:
// they are fetched once into a cache, or taken from the system if the packages are installed.

const root = join(import.meta.dirname, '..')
// The image library belongs to the server's package.
const sharp = createRequire(join(root, 'packages/server/package.json'))('sharp') as (file: string) => {
  metadata(): Promise<{ width: number; height: number }>
}

const BACKGROUNDS = 'usr/share/backgrounds'
const PACKAGES = [
  { name: 'lomiri-wallpapers-16.04', holds: `${BACKGROUNDS}/seeding_by_Clements_Engelhardt.jpg` },
  { name: 'lomiri-wallpapers-20.04', holds: `${BACKGROUNDS}/Kleiber_by_Lukas_Baubkus.jpg` },
]
const PROFILES = { name: 'colord-data', holds: 'usr/share/color/icc/colord/AdobeRGB1998.icc' }

/** The message of a test or bench if the photographs are not available. */
export const NO_PHOTOGRAPHS =
  "The real photographs are missing: install Debian's packages lomiri-wallpapers-16.04, lomiri-wallpapers-20.04 and colord-data, or make `apt-get download` work."

export type RealPhotograph = { file: string; width: number; height: number }

/** Real photographs of 1 to 21 megapixels as JPEG files, the largest first. Throws one clear sentence if there are none. */
export async function photographs(): Promise<RealPhotograph[]> {
  const folders = await Promise.all(PACKAGES.map((each) => locatePackage(each, NO_PHOTOGRAPHS)))
  const files = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(folder, BACKGROUNDS))
      return names.filter((name) => /_by_.*\.jpg$/.test(name)).map((name) => join(folder, BACKGROUNDS, name))
    }),
  )
  const found = await Promise.all(
    files.flat().map(async (file) => {
      const { width, height } = await sharp(file).metadata()
      return { file, width, height }
    }),
  )
  return found.sort((a, b) => b.width * b.height - a.width * a.height || a.file.localeCompare(b.file))
}

/** The file of the Adobe RGB (1998) profile. */
export async function adobeRgbProfile(): Promise<string> {
  return join(await locatePackage(PROFILES, NO_PHOTOGRAPHS), PROFILES.holds)
}
