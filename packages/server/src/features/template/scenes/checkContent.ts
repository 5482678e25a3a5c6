import { cleanText } from '@portraitkit/core/template/cleanText.ts'
import { fitCrop, rotatedSize } from '@portraitkit/core/template/crop.ts'
import type { TemplateDefinition, TextLayer } from '@portraitkit/core/template/definition.ts'
import type { DesignContent, ImageResource, TextResource } from '@portraitkit/core/template/design.ts'
import { LARGEST_SIZE, SMALLEST_SIZE } from '@portraitkit/core/template/fitText.ts'
import { findRefusal } from '@portraitkit/core/template/imageRules.ts'
import type { SubjectNames } from '@portraitkit/core/template/layOut.ts'
import { imageSlots, textSlots } from '@portraitkit/core/template/slots.ts'
import { isPastYear, validYear } from '@portraitkit/core/template/year.ts'
import type { App } from '../../../platform/app.ts'
import { Failure, wrongField } from '../../../platform/failure.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { isGranted } from '../../access/grants.ts'
import { listBackgrounds } from '../../backgrounds/collection.ts'
import { findSubjects } from '../../jobs/collection.ts'
import { templateOf } from '../collection.ts'
import { shaper } from '../fonts/fonts.ts'
import { everGrantedPictures, type GrantedPicture, grantedPictures } from './showScene.ts'

/**
 * Refuses a design that an editor could not have made: of a missing template
 * (`template.unknown`), with a subject or pictures that are not the customer's (`picture-sets.unknown`, with the uuids of the
 * pictures in `data`), or with a resource that its slot does not accept (`input.invalid`, with the slot's full id in `fields`).
 * Used wherever content from a browser is laid out, saved or sold. Returns the normalised content: cut-outs without a stated
 * background get their job's default one, crops are clamped to what is shown, and the year is one that the template has.
 * @param customerUuid null for a visitor, who may have texts but no pictures
 */
export async function checkContent(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  content: DesignContent,
): Promise<CheckedContent> {
  return check(content, { app, provider, customerUuid })
}

/**
 * Like `checkContent`, for content that is only stored: a picture that once was the customer's and is withdrawn now stays in
 * its place, until its job brings it back. Such pictures are `withheld`: where the content is shown, their places stay empty.
 */
export async function checkDraftContent(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  content: DesignContent,
): Promise<CheckedContent & { withheld: string[] }> {
  return check(content, { app, provider, customerUuid, withWithheld: true })
}

type CheckedContent = { definition: TemplateDefinition; content: DesignContent }
type CheckContext = { app: App; provider: Provider; customerUuid: string | null; withWithheld?: boolean }
type Pictures = ReadonlyMap<string, GrantedPicture>

async function check(
  content: DesignContent,
  { app, provider, customerUuid, withWithheld = false }: CheckContext,
): Promise<CheckedContent & { withheld: string[] }> {
  const definition = await templateOf(app, provider.key, content.template.uuid, content.template.version)
  if (!definition) throw new Failure('template.unknown')
  if (content.subject !== null) {
    const granted = customerUuid !== null && (await isGranted(app, provider, customerUuid, content.subject))
    if (!granted) throw new Failure('picture-sets.unknown')
  }
  checkOnce(content)
  const images = content.resources.filter((each) => each.type === 'IMAGE')
  const texts = content.resources.filter((each) => each.type === 'STRING')
  const [subject] = content.subject ? await findSubjects(app, provider.key, [content.subject]) : []
  checkTexts(definition, texts, subject)
  const filled = images.filter(({ image }) => image !== null)
  const used = filled.flatMap(({ image }) => image?.uuid ?? [])
  const granted: Pictures = customerUuid ? await grantedPictures(app, provider, customerUuid, used) : new Map()
  const missing = filled.flatMap(({ image }) => (image && !granted.has(image.uuid) ? [image.uuid] : []))
  const once: Pictures =
    withWithheld && missing.length > 0 && customerUuid
      ? await everGrantedPictures(app, provider, customerUuid)
      : new Map()
  const pictures: Pictures = new Map([...once, ...granted])
  checkImages(definition, images, pictures)
  await checkBackgrounds(app, provider, images)
  const normalised = clampContent(definition, content, { pictures, thisYear: app.clock().getUTCFullYear() })
  return { definition, content: normalised, withheld: [...new Set(missing)] }
}

/** Refuses a template that can only be viewed (`template.unknown`), because all its years are past. */
export function checkOnSale(definition: TemplateDefinition, now: Date): void {
  if (isPastYear(definition, now.getUTCFullYear())) throw new Failure('template.unknown')
}

function checkOnce({ resources }: DesignContent): void {
  const seen = new Set<string>()
  for (const { fullId } of resources) {
    if (seen.has(fullId)) throw wrongField(fullId, { code: 'duplicate' })
    seen.add(fullId)
  }
}

/** A background that has been hidden since then stays where it was chosen. */
async function checkBackgrounds(app: App, provider: Provider, images: readonly ImageResource[]): Promise<void> {
  const withBackground = images.filter(({ image }) => image?.background)
  if (withBackground.length === 0) return
  const known = new Set((await listBackgrounds(app, provider.key)).map(({ uuid }) => uuid))
  for (const { fullId, image } of withBackground) {
    if (!known.has(image?.background ?? '')) throw wrongField(fullId, { code: 'unknown-background' })
  }
}

function clampContent(
  definition: TemplateDefinition,
  { year: sent, ...content }: DesignContent,
  { pictures, thisYear }: { pictures: Pictures; thisYear: number },
): DesignContent {
  const slots = new Map(imageSlots(definition).map(({ fullId, layer }) => [fullId, layer.box]))
  const resources = content.resources.map((resource) => {
    const box = slots.get(resource.fullId)
    if (resource.type !== 'IMAGE' || !resource.image || !box) return resource
    const { image } = resource
    const { background = pictures.get(image.uuid)?.background } = image
    const cropRect = fitCrop(image.cropRect, rotatedSize(image, image.rotation), box)
    return { ...resource, image: { ...image, cropRect, ...(background === undefined ? {} : { background }) } }
  })
  const year = validYear(definition, sent, thisYear)
  return { ...content, resources, ...(year === undefined ? {} : { year }) }
}

function checkImages(definition: TemplateDefinition, images: readonly ImageResource[], pictures: Pictures): void {
  const slots = new Map(imageSlots(definition).map((slot) => [slot.fullId, slot.layer]))
  for (const { fullId, image } of images) {
    const slot = slots.get(fullId)
    if (!slot) throw wrongField(fullId, { code: 'unknown-picture-slot' })
    if (!image) continue
    const isTurned = image.rotation !== 0 || image.overrideEffect !== 'original'
    if (slot.disableEdit && isTurned) throw wrongField(fullId, { code: 'fixed-picture' })
    const granted = pictures.get(image.uuid)
    if (!granted) {
      const lost = images.flatMap((each) => (each.image && !pictures.has(each.image.uuid) ? [each.image.uuid] : []))
      throw new Failure('picture-sets.unknown', { data: lost })
    }
    const { picture: seen, background } = granted
    if (background === undefined && image.background !== undefined) {
      throw wrongField(fullId, { code: 'own-background' })
    }
    if (seen.width !== image.width || seen.height !== image.height) throw wrongField(fullId, { code: 'picture-size' })
    if (findRefusal(slot.rules, seen)) throw wrongField(fullId, { code: 'refused-picture' })
  }
}

function checkTexts(definition: TemplateDefinition, texts: readonly TextResource[], names: SubjectNames = {}): void {
  const slots = new Map(textSlots(definition).map(({ fullId, layer }) => [fullId, layer]))
  for (const text of texts) {
    const { fullId, overrideFamily, overrideSize } = text
    const layer = slots.get(fullId)
    if (!layer) throw wrongField(fullId, { code: 'unknown-text' })
    if (overrideFamily && !shaper().families.includes(overrideFamily)) {
      throw wrongField(fullId, { code: 'unknown-font' })
    }
    if (overrideSize && !isSize(overrideSize, layer)) throw wrongField(fullId, { code: 'unknown-size' })
    if (layer.disableEdit && !isOwn(text, layer, names)) throw wrongField(fullId, { code: 'fixed-text' })
  }
}

/** 001 §9: 12 to 110 points; a template's own size may differ, and a filled text may be smaller than that. */
function isSize(size: number, layer: TextLayer): boolean {
  return size === layer.size || (size >= SMALLEST_SIZE && size <= Math.max(LARGEST_SIZE, layer.size))
}

/** Whether a text is the template's own, in any language, possibly made smaller. */
function isOwn(resource: TextResource, layer: TextLayer, names: SubjectNames): boolean {
  const { text, overrideSize = layer.size, overrideFamily, overrideColor, overrideHorizontalAlign } = resource
  const styled = overrideFamily ?? overrideColor ?? overrideHorizontalAlign
  const filled = layer.fill === 'name' || layer.fill === 'group' ? names[layer.fill] : undefined
  const own = [filled, ...Object.values(layer.texts)].map((each) => tidyText(each ?? ''))
  return styled === undefined && overrideSize <= layer.size && own.includes(tidyText(text))
}

/** The stored form of a design: its texts are as they are shown. */
export function cleanContent(content: DesignContent): DesignContent {
  const resources = content.resources.map((each) =>
    each.type === 'STRING' ? { ...each, text: tidyText(each.text) } : each,
  )
  return { ...content, resources }
}

function tidyText(text: string): string {
  return cleanText(text).trim()
}
