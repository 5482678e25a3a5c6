import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import type { TextResource } from '../template/design.ts'
import { editor } from './contract.ts'
import type { Instance } from './instance.ts'

/** The texts that go with a group picture in a slot (001 §4); none where they cannot be had, the picture stands all the same. */
export async function groupStrings(
  shop: Shop,
  { definition, subject }: Instance,
  fullId: string,
  picture: string,
): Promise<TextResource[]> {
  if (!subject) return []
  const { uuid, version } = definition
  const asked = {
    subject: { uuid: subject },
    template: { uuid, version },
    picture: { uuid: picture },
    resource: { id: fullId },
  }
  try {
    return (await shop.call(editor.fillUserStrings, asked)).userStringResources
  } catch (error) {
    if (!isShopError(error)) throw error
    return []
  }
}
