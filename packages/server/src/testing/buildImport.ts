import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { importJob } from '../features/imports/importJob.ts'
import type { ImportReport } from '../features/imports/importReport.ts'
import type { ImportRequest } from '../features/imports/importRequest.ts'
import { findJobByName } from '../features/jobs/importStore.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import type { App } from '../platform/app.ts'
import { saveProvider } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { buildProvider } from './buildProvider.ts'
import { testEnv } from './testServer.ts'

/** A shop without HTTP and a folder to import from, for one test. */
export type ImportWorld = {
  app: App
  provider: Provider
  dataDir: string
  folder: string
  /** Writes files below the folder. */
  writeFiles(files: Record<string, Uint8Array | string>): Promise<void>
  /** Imports the folder; a new job is shown at once, unless the order says otherwise. */
  import(order?: Partial<ImportRequest>): Promise<ImportReport>
  close(): Promise<void>
}

export async function buildImportWorld(provider: Partial<Provider> = {}): Promise<ImportWorld> {
  const root = await mkdtemp(join(tmpdir(), 'pk-import-'))
  const opened: OpenApp = await openApp(testEnv(join(root, 'data')))
  const { app } = opened
  const saved = buildProvider(provider)
  await saveProvider(app, saved)
  const folder = join(root, 'photos')
  await mkdir(folder)
  return {
    app,
    provider: saved,
    dataDir: join(root, 'data'),
    folder,
    async writeFiles(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), content)
      }
    },
    import: async ({ options = {}, ...order } = {}) => {
      const { job = 'Spring' } = order
      const isNew = (await findJobByName(app, saved, job, options.year)) === null
      return importJob(app, {
        folder,
        provider: saved,
        job,
        ...order,
        options: isNew ? { ready: true, ...options } : options,
      })
    },
    async close() {
      if (opened.database === 'mongodb') await app.db.dropDatabase()
      await opened.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A small unique picture file: its colour comes from the number. */
export async function aPicture(number: number, format: 'jpeg' | 'png' | 'tiff' | 'webp' = 'jpeg'): Promise<Buffer> {
  const background = { r: number & 255, g: (number >> 8) & 255, b: (number >> 16) & 255 }
  const image = sharp({ create: { width: 40 + (number % 17), height: 50, channels: 3, background } })
  return await image.withXmp(`<x>${number}</x>`).toFormat(format).toBuffer()
}
