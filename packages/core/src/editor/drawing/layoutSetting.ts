import { getVersion } from 'valtio/vanilla'
import { createBackgrounds } from '../../backgrounds/state.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import type { LayoutSetting, SubjectNames } from '../../template/layOut.ts'
import { pictureKey } from '../../template/pictureKey.ts'
import type { ShownScene } from '../../template/scene.ts'
import { createUploads } from '../../uploads/state.ts'

/** Everything that a layout in the browser depends on besides template and content. */
export function layoutSetting(shop: Shop, subject: string | null): LayoutSetting {
  return { names: namesOf(shop, subject), language: shop.locale.language }
}

/** The values of a template's fill keys for a picture set. */
function namesOf(shop: Shop, subject: string | null): SubjectNames {
  const { sets } = shop.part(createPictureSets).state
  const found = sets.find((set) => set.subject.uuid === subject)?.subject
  return found ? { name: found.name, group: found.group } : {}
}

type Addresses = ShownScene['addresses']
const known = new WeakMap<Addresses, { key: string; addresses: Addresses }>()

/** The addresses of a scene's pictures, and of all pictures that could be put into it. */
export function sceneAddresses(shop: Shop, { addresses }: ShownScene): Addresses {
  const sources = [createPictureSets, createUploads, createBackgrounds].map((part) =>
    getVersion(shop.part<{ state: object }>(part).state),
  )
  // Cached, because typing changes none of them.
  const key = sources.join()
  const before = known.get(addresses)
  if (before?.key === key) return before.addresses
  const all = { ...choosableAddresses(shop), ...addresses }
  known.set(addresses, { key, addresses: all })
  return all
}

function choosableAddresses(shop: Shop): Addresses {
  const { sets } = shop.part(createPictureSets).state
  const { images } = shop.part(createUploads).state
  const { byPicture } = shop.part(createBackgrounds).state
  const composed = Object.entries(byPicture).flatMap(([uuid, { backgrounds }]) =>
    backgrounds.map((each) => [pictureKey({ uuid, background: each.uuid }), each.plain] as const),
  )
  const plain = [
    ...sets.flatMap(({ pictures }) => pictures.map((picture) => [pictureKey(picture), picture.plain] as const)),
    ...images.map(({ uuid, plain }) => [uuid, plain] as const),
  ]
  return Object.fromEntries([...plain, ...composed])
}
