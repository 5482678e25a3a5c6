import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import type { ShownScene } from '../../template/scene.ts'
import type { PackageContent, PackageItem } from '../contract.ts'
import { packageContentOf, toChosenItem, withDesign } from '../packageItems.ts'
import { createChangeAllItems } from './changeAllItems.ts'
import type { ItemHistory } from './itemHistory.ts'
import type { PackageFiller } from './packageFiller.ts'
import type { PackagePageState } from './packagePageState.ts'

/** Changes of a package's items. */
export type ItemChanges = {
  /** Takes the new design of an item, with its scene. */
  replaceItem(uuid: string, design: DesignContent, scene: ShownScene): Promise<void>
  /** Saves the design of the item being edited, in case the tab is closed before Done; null: it is not edited any more. */
  saveOpenItem(uuid: string, design: DesignContent | null): void
  /** Fills an item for another picture set. */
  changeSubject(uuid: string, subject: string): Promise<boolean>
  /** PKG-4: one picture in every template item. Returns how many items changed; undefined if it failed. */
  changeAll(picture: FillPicture): Promise<number | undefined>
}

type ItemChangesHost = {
  state: PackagePageState
  history: ItemHistory
  filler: PackageFiller
  showItems(items: PackageItem[]): void
  keep(content?: PackageContent): void
}

export function createItemChanges(shop: Shop, host: ItemChangesHost): ItemChanges {
  const { state, history, filler, showItems, keep } = host
  const changeAllItems = createChangeAllItems(shop)
  const items = () => state.instance?.packageItems ?? []
  let isOpenKept = false

  /** Shows the change at once, then the server's result; if that fails, the change is undone. */
  async function change(next: PackageItem[]): Promise<boolean> {
    const before = items()
    showItems(next)
    const filled = await filler.fill(next.map(toChosenItem))
    if (filled === 'done') history.step(before)
    else if (filled !== 'overtaken') showItems(before)
    return filled === 'done'
  }

  return {
    /** The change is kept and saved even if the server can only lay it out later; a refusal undoes it. */
    async replaceItem(uuid, design, scene) {
      isOpenKept = false
      const before = items()
      const next = before.map((item) => (item.uuid === uuid ? withDesign(item, design, scene) : item))
      showItems(next)
      history.step(before)
      const filled = await filler.fill(next.map(toChosenItem))
      if (filled === 'done') keep()
      if (filled === 'refused') history.retract()
    },
    saveOpenItem(uuid, design) {
      const { instance } = state
      if (!instance || (!design && !isOpenKept)) return
      isOpenKept = design !== null
      const packageItems = instance.packageItems.map((item) =>
        design && item.uuid === uuid ? withDesign(item, design, null) : item,
      )
      keep(packageContentOf({ ...instance, packageItems }))
    },
    async changeSubject(uuid, subject) {
      const before = items()
      const filled = await filler.fill(
        before.map((item) => {
          if (item.uuid !== uuid) return toChosenItem(item)
          const { template } = toChosenItem(item)
          return { uuid, version: item.version + 1, subject, ...(template ? { template } : {}) }
        }),
      )
      if (filled === 'done') history.step(before)
      return filled === 'done'
    },
    async changeAll(picture) {
      state.changeError = ''
      let before: PackageItem[]
      let changed: PackageItem[]
      try {
        // Again for items that were changed meanwhile.
        do {
          before = items()
          changed = await changeAllItems(before, picture)
        } while (items() !== before)
      } catch (error) {
        if (!isShopError(error)) throw error
        state.changeError = error.message
        return undefined
      }
      const count = changed.filter((item) => !before.includes(item)).length
      if (count === 0) return 0
      // The old preview stays until the new scene is there.
      const previewed = changed.map((item, index) => ({
        ...item,
        preview: item.preview ?? before[index]?.preview ?? null,
      }))
      return (await change(previewed)) ? count : undefined
    },
  }
}
