import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../platform/app.ts'
import type { ListChanges } from '../../platform/db/rangeList.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { backgroundAddress } from './backgroundPage.ts'
import { backgroundsOf, forgetBackgrounds, type StoredBackground } from './collection.ts'
import type { BackgroundDocument } from './document.ts'
import { type CheckedBackgrounds, storeBackgrounds } from './importBackgrounds.ts'

/** Makes a checked list the shop's complete offer: other backgrounds are hidden, but never removed from a design. */
export async function replaceBackgrounds(
  app: App,
  provider: Provider,
  checked: CheckedBackgrounds,
): Promise<ListChanges> {
  const before = sortOffered(checked.known)
  const named = checked.prepared.map(({ background }) => background.key)
  const gone = before.filter(({ key }) => !named.includes(key))
  // the same backgrounds in the same order are unchanged, whatever their position numbers
  const isAsBefore = isDeepStrictEqual(keysOf(before), named)
  const prepared = checked.prepared.map(({ background, storeFiles }, index) => {
    const place = isAsBefore ? (before[index] as StoredBackground).place : background.place
    return { background: { ...background, place }, storeFiles }
  })
  const imported = await storeBackgrounds(app, provider, { prepared, known: checked.known })
  for (const [index, { uuid }] of gone.entries()) {
    const change = { state: 'hidden' as const, isDefault: false, place: named.length + index }
    await backgroundsOf(app, provider.key).updateOne({ uuid }, { $set: change })
  }
  forgetBackgrounds(app)
  const count = (expected: string) => imported.filter(({ outcome }) => outcome === expected).length
  return {
    created: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    withdrawn: gone.filter(({ state }) => state === 'offered').length,
  }
}

/** A shop's backgrounds as its range file writes them; a stored picture is named by its address. */
export async function showBackgrounds(app: App, provider: string): Promise<BackgroundDocument[]> {
  const stored = await backgroundsOf(app, provider).find({}).toArray()
  return sortOffered(stored).map((each) => ({
    key: each.key,
    names: each.names,
    file: backgroundAddress(each),
    ...(each.isDefault && { default: true }),
    ...(each.state === 'hidden' && { hidden: true }),
  }))
}

const keysOf = (list: readonly StoredBackground[]) => list.map(({ key }) => key)

/** Without those that another picture has replaced. */
function sortOffered(list: readonly StoredBackground[]): StoredBackground[] {
  return list
    .filter(({ state }) => state !== 'replaced')
    .toSorted((one, other) => one.place - other.place || (one.key < other.key ? -1 : 1))
}
