import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { ShownScene } from '../../template/scene.ts'
import { act } from '../actions/action.ts'
import { changeTemplate } from '../actions/changeTemplate.ts'
import { freshTemplate } from '../design/fetchTemplate.ts'
import { pictureOf } from '../design/findPicture.ts'
import type { Instance } from '../design/instance.ts'
import { keptDesignOf } from '../design/withheldPictures.ts'
import { seenOf } from '../drawing/fetchScene.ts'
import { settingOf } from '../drawing/layoutSetting.ts'
import { overflowing } from '../drawing/overflowingTexts.ts'

/** Another template with what was made, and the server's scene of it, so that both are shown at one stroke. */
export type Changed = { instance: Instance; shown: ShownScene; overflowing: string[] }

/** Fetches a template and puts the design into it. Throws ShopError. */
export async function changedTo(shop: Shop, held: Instance, template: string, gesture: string): Promise<Changed> {
  const fresh = await freshTemplate(shop, template, held.subject)
  const carry = {
    fresh,
    pictureOf: (uuid: string) => pictureOf(shop, uuid),
    setting: settingOf(shop, held.subject),
    thisYear: new Date().getUTCFullYear(),
  }
  const instance = act(held, changeTemplate, carry, gesture)
  const { shown } = await seenOf(shop, keptDesignOf(instance))
  return { instance, shown, overflowing: overflowing(shown) }
}

/** The text for a person of a failed call; what is no failure of a call is thrown. */
export function failureText(error: unknown): string {
  if (!isShopError(error)) throw error
  return error.message
}
