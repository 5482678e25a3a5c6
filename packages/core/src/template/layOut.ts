import { inLanguage } from '../schemas.ts'
import { type Style, setParagraph } from './breakLines.ts'
import { monthAt } from './calendar.ts'
import type { CalendarWords } from './calendarWords.ts'
import { cleanText } from './cleanText.ts'
import { fitCrop, rotatedSize } from './crop.ts'
import type {
  AssetLayer,
  FillLayer,
  ImageLayer,
  Layer,
  MonthLayer,
  PathLayer,
  TemplateDefinition,
  TextLayer,
} from './definition.ts'
import { fullIdOf } from './definition.ts'
import type { DesignContent, Resource } from './design.ts'
import { fontTextsOfMonth, layOutMonth } from './layOutMonth.ts'
import { rectanglePath } from './rectanglePath.ts'
import type { AssetNode, GlyphsNode, PathNode, PictureNode, Scene, SceneNode } from './scene.ts'
import type { FontText, Shaper } from './shaper.ts'
import { imageIn, textIn, textSlots } from './slots.ts'
import { isDate } from './year.ts'

/** The values of the template's fill keys: the subject's name and group. */
export type SubjectNames = { readonly name?: string | undefined; readonly group?: string | undefined }

/** Everything that a layout depends on besides template and content. */
export type LayoutSetting = {
  readonly names: SubjectNames
  /** Of the template's own texts. */
  readonly language: string
  /** The year for a design without one. */
  readonly defaultYear?: number | undefined
  /** The words of a calendar; to lay one out, they must come from the server. */
  readonly calendar?: CalendarWords | undefined
}

/**
 * The one renderer: lays a design out into the scene that every screen shows and that is printed. Pure and exact: the same
 * arguments give the same bytes in every browser and on the server. The shaper must have been prepared for `fontTexts` the same
 * design.
 */
export function layOut(
  definition: TemplateDefinition,
  content: DesignContent,
  { shaper, ...setting }: LayoutSetting & { shaper: Shaper },
): Scene {
  checkTemplate(definition, content)
  return sceneOf(definition, (partId, layer) => {
    if (layer.kind === 'text') return [glyphsNode(partId, layer, content, setting, shaper)]
    if (layer.kind === 'month') return monthNodes(partId, layer, content, setting, shaper)
    if (layer.kind === 'asset') return [assetNode(layer, definition)]
    return [layer.kind === 'image' ? pictureNode(fullIdOf(partId, layer.id), layer, content) : pathNode(layer)]
  })
}

/**
 * The scene with the pictures of `content` in its slots and its texts unchanged: enough for a browser to show a new crop without
 * a shaper, while nobody types.
 */
export function withPictures(scene: Scene, definition: TemplateDefinition, content: DesignContent): Scene {
  checkTemplate(definition, content)
  const slots = new Map(
    definition.parts.flatMap((part) =>
      part.layers.flatMap((layer) => (layer.kind === 'image' ? [[fullIdOf(part.id, layer.id), layer] as const] : [])),
    ),
  )
  const refilled = (node: SceneNode): SceneNode => {
    if (node.kind !== 'picture') return node
    const layer = slots.get(node.id)
    return layer ? knownPictureNode(node, layer, content) : node
  }
  return { ...scene, parts: scene.parts.map((part) => ({ ...part, nodes: part.nodes.map(refilled) })) }
}

/** Every text of a design with its family, to prepare the shaper with. */
export function fontTexts(definition: TemplateDefinition, content: DesignContent, setting: LayoutSetting): FontText[] {
  const texts = textSlots(definition).map(({ fullId, layer }) => ({
    family: textIn(content.resources, fullId)?.overrideFamily ?? layer.family,
    text: displayText(fullId, layer, content, setting),
  }))
  const layers = definition.parts.flatMap((part) => part.layers)
  const months = layers.flatMap((layer) =>
    layer.kind === 'month' && setting.calendar ? fontTextsOfMonth(layer, setting.calendar) : [],
  )
  return [...texts, ...months]
}

/**
 * The text of a slot: the customer's, otherwise the value of its fill key, otherwise the template's own; cleaned, and in capitals
 * if the template requires them.
 */
export function displayText(fullId: string, layer: TextLayer, content: DesignContent, setting: LayoutSetting): string {
  const own = textIn(content.resources, fullId)?.text
  const text = cleanText(own ?? filledText(layer, content, setting) ?? inLanguage(layer.texts, setting.language)).trim()
  return layer.uppercase ? text.toUpperCase() : text
}

function filledText(layer: TextLayer, content: DesignContent, setting: LayoutSetting): string | undefined {
  const { fill, month: offset = 0 } = layer
  if (fill === 'name' || fill === 'group') return setting.names[fill] || undefined
  const year = content.year ?? setting.defaultYear
  if (!isDate(layer) || year === undefined) return undefined
  if (fill === 'year') return String(year)
  const at = monthAt(year, offset)
  const name = setting.calendar?.months[at.month]
  return name && fill === 'month-year' ? `${name} ${at.year}` : name
}

function monthNodes(
  partId: string,
  layer: MonthLayer,
  content: DesignContent,
  { calendar, defaultYear }: LayoutSetting,
  shaper: Shaper,
): SceneNode[] {
  const year = content.year ?? defaultYear
  if (!calendar || year === undefined) throw new Error('A calendar cannot be laid out without its words and its year')
  return layOutMonth(fullIdOf(partId, layer.id), layer, { year, calendar, shaper }).nodes
}

/** The style of a text slot: the template's with the customer's overrides. */
export function textStyleOf(layer: TextLayer, resource: ReturnType<typeof textIn>): Style & { color: string } {
  return {
    box: layer.box,
    family: resource?.overrideFamily ?? layer.family,
    size: resource?.overrideSize ?? layer.size,
    color: resource?.overrideColor ?? layer.color,
    horizontalAlign: resource?.overrideHorizontalAlign ?? layer.horizontalAlign,
    verticalAlign: layer.verticalAlign,
    lineHeight: layer.lineHeight,
    tracking: layer.tracking,
  }
}

function sceneOf(
  { uuid, version, trimBox, bleed, safe, foldAt, parts }: TemplateDefinition,
  nodesOf: (partId: string, layer: Layer) => SceneNode[],
): Scene {
  return {
    format: 1,
    template: { uuid, version },
    trimBox,
    bleed,
    safe,
    ...(foldAt === undefined ? {} : { foldAt }),
    parts: parts.map(({ id, layers }) => ({ id, nodes: layers.flatMap((layer) => nodesOf(id, layer)) })),
  }
}

function pathNode(layer: FillLayer | PathLayer): PathNode {
  if (layer.kind === 'fill') return { kind: 'path', d: rectanglePath(layer.box, layer.radius), fill: layer.color }
  const { d, fill, stroke, strokeWidth, opacity } = layer
  return defined({ kind: 'path', d, fill, stroke, strokeWidth, opacity })
}

function assetNode({ asset, box, rotation, opacity }: AssetLayer, { assets }: TemplateDefinition): AssetNode {
  const stored = assets?.[asset]
  if (!stored) throw new Error(`The asset ${asset} was not stored with its template`)
  const { hash, width, height } = stored
  return defined({ kind: 'asset', hash, width, height, box, rotation: rotation || undefined, opacity })
}

/** Cached by resource, which is never mutated: an unchanged picture is not computed again. */
const pictureNodes = new WeakMap<Resource, { layer: ImageLayer; node: PictureNode }>()

function knownPictureNode(before: PictureNode, layer: ImageLayer, content: DesignContent): PictureNode {
  const resource = imageIn(content.resources, before.id)
  if (!resource?.image && !before.picture) return before
  const known = resource && pictureNodes.get(resource)
  if (known?.layer === layer) return known.node
  const node = pictureNode(before.id, layer, content)
  if (resource) pictureNodes.set(resource, { layer, node })
  return node
}

function pictureNode(id: string, layer: ImageLayer, { resources }: DesignContent): PictureNode {
  const image = imageIn(resources, id)?.image
  return defined({
    kind: 'picture',
    id,
    box: layer.box,
    clip: layer.mask ?? (layer.radius ? rectanglePath(layer.box, layer.radius) : undefined),
    rotation: layer.rotation || undefined,
    picture: image
      ? {
          uuid: image.uuid,
          width: image.width,
          height: image.height,
          rotation: image.rotation,
          effect: image.overrideEffect,
          ...(image.background && { background: image.background }),
          crop: fitCrop(image.cropRect, rotatedSize(image, image.rotation), layer.box),
        }
      : null,
  })
}

function glyphsNode(
  partId: string,
  layer: TextLayer,
  content: DesignContent,
  setting: LayoutSetting,
  shaper: Shaper,
): GlyphsNode {
  const id = fullIdOf(partId, layer.id)
  const style = textStyleOf(layer, textIn(content.resources, id))
  const text = displayText(id, layer, content, setting)
  const { lines, d, fonts, missing, overflow } = setParagraph(text, style, shaper)
  return defined({
    kind: 'glyphs',
    id,
    box: layer.box,
    text: lines.join('\n'),
    d,
    fill: style.color,
    fonts,
    missing: missing.length > 0 ? missing : undefined,
    overflow: overflow || undefined,
  })
}

/** Removes keys without a value, so that a scene is the same before and after JSON. */
function defined<T extends object>(node: T): T {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as T
}

function checkTemplate({ uuid, version }: TemplateDefinition, { template }: DesignContent): void {
  if (template.uuid !== uuid || template.version !== version) {
    throw new Error(
      `A design of template ${template.uuid} version ${template.version} cannot be laid out with ${uuid} version ${version}`,
    )
  }
}
