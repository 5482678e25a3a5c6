import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent, ImageResource, TextResource } from '@portraitkit/core/template/design.ts'
import { refusalOf } from '@portraitkit/core/template/rules.ts'
import { imageSlots, textSlots } from '@portraitkit/core/template/slots.ts'
import { isGranted } from '../access/grants.ts'
import type { App } from '../app.ts'
import { Failure } from '../http/failure.ts'
import type { Provider } from '../provider/document.ts'
import { templateOf } from './collection.ts'
import { shaper } from './fonts.ts'
import { type GrantedPicture, grantedPictures } from './showScene.ts'

/**
 * Refuses a design that is not what an editor could have made: of a template that is gone (`template.unknown`), with a subject
 * or picture that is not the customer's (`picture-sets.unknown`), or with a resource that its slot does not take
 * (`input.invalid`, with the slot's full id in `fields`). For every place that lays out, saves or sells what a browser sent.
 *
 * @param customerUuid null for somebody who is signed out, who may have texts but no pictures
 */
export async function checkContent(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  content: DesignContent,
): Promise<TemplateDefinition> {
  const definition = await templateOf(app, provider.key, content.template.uuid, content.template.version)
  if (!definition) throw new Failure('template.unknown')
  if (content.subject !== null) {
    const granted = customerUuid !== null && (await isGranted(app, provider, customerUuid, content.subject))
    if (!granted) throw new Failure('picture-sets.unknown')
  }
  const images = content.resources.filter((each) => each.type === 'IMAGE')
  const texts = content.resources.filter((each) => each.type === 'STRING')
  checkTexts(definition, texts)
  const filled = images.filter(({ image }) => image !== null)
  const pictures = filled.length > 0 && customerUuid ? await grantedPictures(app, provider, customerUuid) : new Map()
  checkImages(definition, images, pictures)
  return definition
}

function checkImages(
  definition: TemplateDefinition,
  images: readonly ImageResource[],
  pictures: ReadonlyMap<string, GrantedPicture>,
): void {
  const slots = new Map(imageSlots(definition).map((slot) => [slot.fullId, slot.layer]))
  for (const { fullId, image } of images) {
    const slot = slots.get(fullId)
    if (!slot) throw wrong(fullId, 'The template has no such picture')
    if (!image) continue
    const seen = pictures.get(image.uuid)?.picture
    if (!seen) throw new Failure('picture-sets.unknown')
    if (seen.width !== image.width || seen.height !== image.height) throw wrong(fullId, 'The picture has another size')
    if (refusalOf(slot.rules, seen)) throw wrong(fullId, 'This picture is not allowed here')
  }
}

function checkTexts(definition: TemplateDefinition, texts: readonly TextResource[]): void {
  const slots = new Set(textSlots(definition).map(({ fullId }) => fullId))
  for (const { fullId, overrideFamily } of texts) {
    if (!slots.has(fullId)) throw wrong(fullId, 'The template has no such text')
    if (overrideFamily && !shaper().families.includes(overrideFamily)) {
      throw wrong(fullId, 'There is no such font')
    }
  }
}

function wrong(fullId: string, text: string): Failure {
  return new Failure('input.invalid', { fields: { [fullId]: text } })
}
