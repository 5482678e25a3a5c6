import { randomBytes } from 'node:crypto'
import type { FileChooser, Page } from 'playwright-core'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { aPhotographFile } from '../../../server/src/testing/aPhotograph.ts'
import { aMotif } from '../../../server/src/testing/buildUpload.ts'
import type { Person, World } from './buildPerson.ts'

// Shared by the tests of uploads: files as on a device, and a shop that accepts them.

export type DeviceFile = { name: string; mimeType: string; buffer: Buffer }

export async function aPicture(name = 'IMG_0001.jpg', width = 900, height = 1200): Promise<DeviceFile> {
  return { name, mimeType: 'image/jpeg', buffer: await aPhotographFile(aMotif(width, height)) }
}

/** A picture of noise, which does not compress: its upload takes a while on a slow line. */
export async function aLargePicture(name: string): Promise<DeviceFile> {
  const [width, height] = [600, 600]
  const pixels = randomBytes(width * height * 3)
  return { name, mimeType: 'image/jpeg', buffer: await aPhotographFile({ width, height, pixels }) }
}

/** Lets customers of the world's shop use their own pictures. */
export async function allowOwnPictures({ server: { app, provider } }: World): Promise<void> {
  await saveProvider(app, { ...provider, options: { ...provider.options, allowOwnPhotos: true } })
}

/** The switch between picture set and own pictures. */
export const sourceOf = ({ page }: Person, name: 'Picture set' | 'My own') => page.getByRole('radio', { name })

/** Performs an action that opens the browser's file chooser. */
export async function openFileChooser({ page }: Person, act: () => Promise<void>): Promise<FileChooser> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()])
  return chooser
}

/** Limits the upload speed to this number of bytes a second. */
export async function slowLine(page: Page, bytesPerSecond: number): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

export const status = ({ page }: Person) => page.getByRole('dialog', { name: 'Upload status' })
export const failed = ({ page }: Person) => page.getByRole('dialog', { name: 'Upload failed' })
export const own = ({ page }: Person, number: number) => page.getByRole('button', { name: `Own picture ${number}` })

/** Chooses files in an empty inbox of own pictures. */
export async function choose(person: Person, files: DeviceFile[]): Promise<void> {
  const chooser = await openFileChooser(person, () => sourceOf(person, 'My own').check())
  await chooser.setFiles(files)
}
