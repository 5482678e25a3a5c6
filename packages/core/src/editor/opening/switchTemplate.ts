import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { ShownScene } from '../../template/scene.ts'
import { performAction } from '../actions/action.ts'
import { changeTemplate } from '../actions/changeTemplate.ts'
import { fetchFilledTemplate } from '../design/fetchTemplate.ts'
import { findPicture } from '../design/findPicture.ts'
import type { EditorInstance } from '../design/instance.ts'
import { savedDesignOf } from '../design/withheldPictures.ts'
import { fetchVisibleScene } from '../drawing/fetchScene.ts'
import { layoutSetting } from '../drawing/layoutSetting.ts'
import { overflowingTexts } from '../drawing/overflowingTexts.ts'

/** Another template with what was made, and the server's scene of it, so that both are shown at one stroke. */
export type SwitchedTemplate = { instance: EditorInstance; shown: ShownScene; overflowing: string[] }

/** Fetches a template and puts the design into it. Throws ShopError. */
export async function switchTemplate(
  shop: Shop,
  held: EditorInstance,
  template: string,
  gesture: string,
): Promise<SwitchedTemplate> {
  const fresh = await fetchFilledTemplate(shop, template, held.subject)
  const carry = {
    fresh,
    pictureOf: (uuid: string) => findPicture(shop, uuid),
    setting: layoutSetting(shop, held.subject),
    thisYear: new Date().getUTCFullYear(),
  }
  const instance = performAction(held, changeTemplate, carry, gesture)
  const { shown } = await fetchVisibleScene(shop, savedDesignOf(instance))
  return { instance, shown, overflowing: overflowingTexts(shown) }
}

/** The text for a person of a failed call; what is no failure of a call is thrown. */
export function failureText(error: unknown): string {
  if (!isShopError(error)) throw error
  return error.message
}
