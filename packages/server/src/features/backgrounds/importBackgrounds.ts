import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { derivePicture } from '../../imaging/derivatives/derive.ts'
import { PhotographError } from '../../imaging/derivatives/photograph.ts'
import { storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { pathInside } from '../../platform/insideFolder.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { derivedUuid } from '../jobs/importStore.ts'
import { backgroundAddress } from './backgroundPage.ts'
import { backgroundsOf, forgetBackgrounds, type StoredBackground } from './collection.ts'
import { type BackgroundDocument, type BackgroundFault, readBackgroundDocuments } from './document.ts'

/** The name of the list in a folder of backgrounds. */
export const BACKGROUNDS_FILE = 'backgrounds.json'

/** Reads a file next to the list; null if there is none. */
export type ReadFile = (path: string) => Promise<Buffer | null>

export type ImportedBackground = {
  key: string
  name: string
  outcome: 'added' | 'changed' | 'unchanged'
  /** A warning: something would look better with a change. */
  warning: string | null
}

/** In pixels: enough for a portrait of 20 x 25 cm at 300 dpi. */
const RECOMMENDED_SIZE = { short: 2400, long: 3000 }

/** The list is refused; each fault names its field. Nothing was changed. */
export class BackgroundsError extends Error {
  readonly faults: readonly BackgroundFault[]

  constructor(faults: readonly BackgroundFault[]) {
    super(faults.map(({ path, reason }) => `${path}: ${reason}`).join('\n'))
    this.name = 'BackgroundsError'
    this.faults = faults
  }
}

/** A valid list, with the shop's backgrounds at the time of the check. */
export type CheckedBackgrounds = { prepared: PreparedBackground[]; known: StoredBackground[] }

/**
 * Imports a list of backgrounds into a shop: all of it, or nothing if anything is wrong. Importing the same list again changes
 * nothing. Throws BackgroundsError.
 */
export async function importBackgrounds(
  app: App,
  provider: Provider,
  input: unknown,
  read: ReadFile,
): Promise<ImportedBackground[]> {
  const checked = await checkBackgrounds(app, provider, input, read)
  if ('faults' in checked) throw new BackgroundsError(checked.faults)
  return await storeBackgrounds(app, provider, checked)
}

/** Checks a list and its pictures, and prepares what the shop stores. Changes nothing. */
export async function checkBackgrounds(
  app: App,
  provider: Provider,
  input: unknown,
  read: ReadFile,
): Promise<CheckedBackgrounds | { faults: BackgroundFault[] }> {
  const list = readBackgroundDocuments(input, provider.defaultLanguage)
  const known = await backgroundsOf(app, provider.key).find({}).toArray()
  const prepared: PreparedBackground[] = []
  const faults = [...list.faults]
  for (const [place, document] of list.documents.entries()) {
    if (!document) continue
    const made = await prepareBackground(provider.key, document, place, known, read)
    if ('reason' in made) faults.push({ path: `${place}.file`, reason: made.reason })
    else prepared.push(made)
  }
  return faults.length > 0 ? { faults } : { prepared, known }
}

/** Stores a checked list. */
export async function storeBackgrounds(
  app: App,
  provider: Provider,
  { prepared, known }: CheckedBackgrounds,
): Promise<ImportedBackground[]> {
  const imported: ImportedBackground[] = []
  for (const each of prepared) {
    const { key, names } = each.background
    const name = names[provider.defaultLanguage] ?? key
    const warning = each.background.state === 'offered' ? sizeWarning(each.background) : null
    imported.push({ key, name, outcome: await storeBackground(app, each, known), warning })
  }
  forgetBackgrounds(app)
  return imported
}

function sizeWarning({ width, height }: StoredBackground): string | null {
  if (Math.min(width, height) >= RECOMMENDED_SIZE.short && Math.max(width, height) >= RECOMMENDED_SIZE.long) return null
  const good = `${RECOMMENDED_SIZE.short} x ${RECOMMENDED_SIZE.long}`
  return `It has ${width} x ${height} pixels: large prints look blurred behind people below ${good}, portrait or landscape`
}

/** Reads `backgrounds.json` of a folder. Throws what `pathInside`, `readFile` and `JSON.parse` throw. */
export async function readBackgroundsFolder(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(await pathInside(folder, BACKGROUNDS_FILE), 'utf8'))
}

type PreparedBackground = { background: StoredBackground; storeFiles(app: App): Promise<void> }

async function prepareBackground(
  provider: string,
  { key, names, file, default: isDefault = false, hidden = false }: BackgroundDocument,
  place: number,
  known: readonly StoredBackground[],
  read: ReadFile,
): Promise<PreparedBackground | { reason: string }> {
  const fields = { key, names, isDefault, place, state: hidden ? 'hidden' : 'offered' } as const
  const asItIs = known.find((each) => each.key === key && backgroundAddress(each) === file)
  if (asItIs) return { background: { ...asItIs, ...fields }, storeFiles: async () => {} }
  try {
    const original = await read(file)
    if (!original) return { reason: `There is no file "${file}" next to the list` }
    const hash = createHash('sha256').update(original).digest('hex')
    const uuid = derivedUuid(provider, 'background', key, hash)
    const before = known.find((each) => each.uuid === uuid)
    if (before) return { background: { ...before, ...fields }, storeFiles: async () => {} }
    const derived = await derivePicture(original)
    const { width, height } = derived
    return {
      background: { provider, uuid, ...fields, hash, bytes: original.length, width, height },
      storeFiles: (app) => storePicture(app.blobs, { provider, uuid }, original, derived),
    }
  } catch (error) {
    if (error instanceof PhotographError) return { reason: `"${file}": ${error.message}` }
    throw error
  }
}

/** The files first, then the document that names them, then the ones they replace. */
async function storeBackground(
  app: App,
  { background, storeFiles }: PreparedBackground,
  known: readonly StoredBackground[],
): Promise<ImportedBackground['outcome']> {
  const { provider, uuid, key, names, isDefault, place, state } = background
  const stored = backgroundsOf(app, provider)
  const before = known.find((each) => each.uuid === uuid)
  const others = known.filter((each) => each.key === key && each.uuid !== uuid && each.state !== 'replaced')
  await storeFiles(app)
  await stored.replaceOne({ uuid }, withoutId(background), { upsert: true })
  for (const other of others) {
    await stored.updateOne({ uuid: other.uuid }, { $set: { state: 'replaced', isDefault: false } })
  }
  if (isDefault) await stored.updateMany({ uuid: { $ne: uuid }, isDefault: true }, { $set: { isDefault: false } })
  if (!before) return others.length > 0 ? 'changed' : 'added'
  const same = JSON.stringify([before.names, before.isDefault, before.place, before.state])
  return same === JSON.stringify([names, isDefault, place, state]) ? 'unchanged' : 'changed'
}

function withoutId(background: StoredBackground & { _id?: unknown }): StoredBackground {
  const { _id, ...rest } = background
  return rest
}
