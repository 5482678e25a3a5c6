import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import type { TextResource } from '../../template/design.ts'
import { textSlots } from '../../template/slots.ts'
import { editor } from '../contract.ts'
import { type EditorInstance, textOf } from '../design/instance.ts'

/**
 * The texts of a group picture in a slot (001 §4), requested for the picture set of the picture. If that is another set than
 * the design's, an unchanged name becomes the name of that set's subject. Throws ShopError.
 */
export async function fetchGroupTexts(
  shop: Shop,
  instance: EditorInstance,
  fullId: string,
  picture: string,
): Promise<TextResource[]> {
  const { sets } = shop.part(createPictureSets).state
  const own = sets.find(({ subject }) => subject.uuid === instance.subject)?.subject
  const has = ({ pictures }: (typeof sets)[number]) => pictures.some(({ uuid }) => uuid === picture)
  // A picture of several sets counts as the design's own.
  const of = sets.find((set) => set.subject.uuid === instance.subject && has(set)) ?? sets.find(has)
  const subject = of?.subject.uuid ?? instance.subject
  if (!subject) return []
  const { uuid, version } = instance.definition
  const { userStringResources } = await shop.call(editor.fillUserStrings, {
    subject: { uuid: subject },
    template: { uuid, version },
    picture: { uuid: picture },
    resource: { id: fullId },
  })
  const isOther = own && of && of.subject.uuid !== own.uuid
  return [...(isOther ? textsWithName(instance, own.name, of.subject.name) : []), ...userStringResources]
}

function textsWithName({ definition, content }: EditorInstance, from: string, to: string): TextResource[] {
  return textSlots(definition).flatMap(({ fullId, layer }) => {
    const text = textOf(content, fullId)
    const isUntouched = layer.fill === 'name' && !layer.disableEdit && text?.text.trim() === from
    return text && isUntouched ? [{ ...text, text: to }] : []
  })
}
