import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import type { ShownScene } from '../template/scene.ts'
import { act } from './action.ts'
import { changeTemplate } from './actions/changeTemplate.ts'
import type { Instance } from './instance.ts'
import { pictureOf } from './knownPictures.ts'
import { freshTemplate, seenOf } from './opening.ts'
import { settingOf } from './subject.ts'
import { keptDesignOf } from './withheld.ts'

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

/** The texts that do not fit. */
export function overflowing(shown: ShownScene | null): string[] {
  const nodes = shown?.scene.parts.flatMap((part) => part.nodes) ?? []
  return nodes.flatMap((node) => (node.kind === 'glyphs' && node.overflow ? [node.id] : []))
}

/** The text for a person of a failed call; what is no failure of a call is thrown. */
export function failureText(error: unknown): string {
  if (!isShopError(error)) throw error
  return error.message
}
