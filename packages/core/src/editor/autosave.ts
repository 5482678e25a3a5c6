import type { Shop } from '../shop.ts'
import type { DesignContent } from '../template/design.ts'
import { type Design, editor } from './contract.ts'
import { type OtherWindows, otherWindows } from './otherWindows.ts'
import { askToTheEnd, createSaving, type Elsewhere, type Saving } from './saving.ts'

/** Keeps a customer's design on the server while it is edited. */
export type Autosave = Saving<DesignContent, Design>
export type Theirs = Elsewhere<Design>

/** @param builtOn version of the design that it builds on; 0 where there is none */
export function createAutosave(
  shop: Pick<Shop, 'call'>,
  uuid: string,
  product: string,
  builtOn = 0,
  others: OtherWindows = otherWindows(uuid),
): Autosave {
  const store = {
    async save(version: number, content: DesignContent) {
      const { design } = await shop.call(editor.saveDesign, { uuid, version, product, content }, { ask: askToTheEnd })
      return design
    },
    async find() {
      return (await shop.call(editor.getDesign, { uuid })).design
    },
    remove: (version: number) => shop.call(editor.deleteDesign, { uuid, version: String(version) }),
    changed: 'editor.design_changed',
    unknown: 'editor.unknown_design',
  }
  return createSaving(store, builtOn, others)
}
