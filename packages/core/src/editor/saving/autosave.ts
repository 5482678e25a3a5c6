import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import { type Design, editor } from '../contract.ts'
import { refusedPictures } from '../design/refusedPictures.ts'
import { pictureIds } from '../design/withheldPictures.ts'
import { createOfflineSaver, type OfflineSaver } from './offlineCopy.ts'
import { type OtherWindows, openOtherWindows } from './otherWindows.ts'
import { fetchKeepAlive, type SavedElsewhere } from './saver.ts'

/** Saves a customer's design on the server while it is edited, and in the browser as long as the server cannot be reached. */
export type Autosave = OfflineSaver<DesignContent, Design> & {
  /** Calls back after a save: with the pictures in the design, and those of them that are withdrawn now. */
  onSaved(listener: (pictures: readonly string[], withheld: readonly string[]) => void): void
  /** The pictures that the server refused in the last save: they are not the customer's, or no longer exist. */
  refusedPictures(): readonly string[]
}
export type OtherVersion = SavedElsewhere<Design>

const calls = {
  design: { get: editor.getDesign, save: editor.saveDesign, remove: editor.deleteDesign },
  line: { get: editor.getLineDesign, save: editor.saveLineDesign, remove: editor.deleteLineDesign },
} as const

export type AutosaveTarget = {
  /** The design's own uuid, or its line's. */
  uuid: string
  product: string
  /** Version of the design that it builds on; 0 if there is none. */
  builtOn?: number
  /** For a line of the cart: its changes that are not in the cart yet. */
  of?: keyof typeof calls
}

export function createAutosave(
  shop: Pick<Shop, 'call' | 'storage' | 'now' | 'ended'>,
  { uuid, product, builtOn = 0, of = 'design' }: AutosaveTarget,
  others: OtherWindows = openOtherWindows(uuid, shop.ended),
): Autosave {
  const { get, save, remove } = calls[of]
  let listener: ((pictures: readonly string[], withheld: readonly string[]) => void) | undefined
  let refused: readonly string[] = []
  const store = {
    async save(version: number, content: DesignContent) {
      const saved = shop.call(save, { uuid, version, product, content }, { send: fetchKeepAlive })
      const { design, withheld } = await saved.catch((error: unknown) => {
        refused = refusedPictures(error)
        throw error
      })
      listener?.(pictureIds(content), withheld)
      return design
    },
    async find() {
      return (await shop.call(get, { uuid })).design
    },
    remove: (version: number) => shop.call(remove, { uuid, version: String(version) }),
    changed: 'editor.design_changed',
    unknown: 'editor.unknown_design',
  }
  return {
    ...createOfflineSaver(shop, uuid, store, builtOn, others),
    onSaved(given) {
      listener = given
    },
    refusedPictures: () => refused,
  }
}
