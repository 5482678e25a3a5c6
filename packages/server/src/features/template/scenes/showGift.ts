import type { StoredAsset, TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { picturesOfView, type ShownGift } from '@portraitkit/core/template/gift.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { addressesOfAsset } from '../assets.ts'

/** The gift of a template for a screen, with the addresses of its pictures; null if the template is not a gift. */
export function showGift(
  provider: string,
  { gift, assets = {} }: Pick<TemplateDefinition, 'gift' | 'assets'>,
): { gift: ShownGift; addresses: ShownScene['addresses'] } | null {
  if (!gift) return null
  const stored = (name: string): StoredAsset => {
    const found = assets[name]
    if (!found) throw new Error(`The picture ${name} was not stored with its template`)
    return found
  }
  const views = gift.views.map(({ picture, mask, overlay, ...view }) => ({
    ...view,
    picture: stored(picture).hash,
    ...(mask !== undefined && { mask: stored(mask).hash }),
    ...(overlay && { overlay: { ...overlay, picture: stored(overlay.picture).hash } }),
  }))
  const names = gift.views.flatMap((view) => picturesOfView(view).map(({ asset }) => asset))
  const addresses = names.map((name) => [stored(name).hash, addressesOfAsset(provider, stored(name))])
  return { gift: { views }, addresses: Object.fromEntries(addresses) }
}
