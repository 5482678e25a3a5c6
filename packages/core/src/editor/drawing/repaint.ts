import { fullIdOf, type TemplateDefinition } from '../../template/definition.ts'
import type { DesignContent, Resource } from '../../template/design.ts'
import { displayText, fontTexts, type LayoutSetting, layOut, withPictures } from '../../template/layOut.ts'
import type { GlyphsNode, Scene, SceneNode, ShownScene } from '../../template/scene.ts'
import { canonicalJson } from '../../template/sceneHash.ts'
import type { FontText, Shaper } from '../../template/shaper.ts'
import { slotOf } from '../design/instance.ts'

/** A scene laid out by the server, and the content that it shows. */
export type ServerScene = { readonly shownScene: ShownScene; readonly content: DesignContent }

/** Recently set texts, by their resource, which is never mutated: typing sets one text again, not all. */
export type TextNodeCache = WeakMap<Resource, GlyphsNode>

/**
 * The scene of a content that has changed since the server laid it out. Pictures need no shaper. Only texts that differ from
 * the server's are set again: unchanged ones keep the server's outlines. Undefined: a text has changed and there is no shaper
 * yet.
 */
export function repaint(
  baked: ServerScene,
  definition: TemplateDefinition,
  content: DesignContent,
  setting: LayoutSetting,
  shaper: Shaper | undefined,
  cache: TextNodeCache = new WeakMap(),
): Scene | undefined {
  const scene = withPictures(baked.shownScene.scene, definition, content)
  const changed = changedTexts(baked.content, content)
  if (changed.length === 0) return scene
  const toSet = changed.filter((resource) => !cache.has(resource))
  if (toSet.length > 0) {
    if (!shaper) return undefined
    const fresh = layOutTexts(definition, content, toSet, { ...setting, shaper })
    for (const resource of toSet) {
      const node = fresh.get(resource.fullId)
      if (node) cache.set(resource, node)
    }
  }
  const nodes = new Map(changed.map((resource) => [resource.fullId, cache.get(resource)]))
  return withGlyphs(scene, (node) => nodes.get(node.id) ?? node)
}

/**
 * The scene of a content whose changed texts cannot be set yet, and which ones those are: they are not painted, not even in
 * their old form, and screen readers read the typed text.
 */
export function withoutTexts(
  baked: ServerScene,
  definition: TemplateDefinition,
  content: DesignContent,
  setting: LayoutSetting,
  cache: TextNodeCache,
): { scene: Scene; unset: string[] } {
  const changed = new Map(changedTexts(baked.content, content).map((resource) => [resource.fullId, resource]))
  const unset: string[] = []
  const scene = withGlyphs(withPictures(baked.shownScene.scene, definition, content), (node) => {
    const resource = changed.get(node.id)
    const set = resource && cache.get(resource)
    const slot = slotOf(definition, node.id)
    if (!resource || set || slot?.kind !== 'text') return set ?? node
    unset.push(node.id)
    const { id, kind, box, fill } = node
    return { id, kind, box, fill, text: displayText(id, slot.layer, content, setting), d: '', fonts: [] }
  })
  return { scene, unset }
}

function withGlyphs(scene: Scene, painted: (node: GlyphsNode) => GlyphsNode): Scene {
  const nodeOf = (node: SceneNode) => (node.kind === 'glyphs' ? painted(node) : node)
  return { ...scene, parts: scene.parts.map((part) => ({ ...part, nodes: part.nodes.map(nodeOf) })) }
}

/** The texts that differ from those that the server has set. */
export function changedTexts(before: DesignContent, after: DesignContent): Resource[] {
  const known = new Map(before.resources.map((resource) => [resource.fullId, resource]))
  return after.resources.filter(
    (resource) => resource.type === 'STRING' && !isSame(known.get(resource.fullId), resource),
  )
}

/** The texts and families for which fonts are needed. */
export function fontTextsOfSlots(
  definition: TemplateDefinition,
  content: DesignContent,
  fullIds: readonly string[],
  setting: LayoutSetting,
): FontText[] {
  return fontTexts(onlyTexts(definition, fullIds), content, setting)
}

function layOutTexts(
  definition: TemplateDefinition,
  content: DesignContent,
  resources: readonly Resource[],
  setting: LayoutSetting & { shaper: Shaper },
): Map<string, GlyphsNode> {
  const { parts } = layOut(
    onlyTexts(
      definition,
      resources.map(({ fullId }) => fullId),
    ),
    content,
    setting,
  )
  return new Map(
    parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'glyphs' ? [[node.id, node]] : []))),
  )
}

/** The template with only the layers of these texts. */
function onlyTexts(definition: TemplateDefinition, fullIds: readonly string[]): TemplateDefinition {
  const ids = new Set(fullIds)
  const parts = definition.parts.map((part) => ({
    ...part,
    layers: part.layers.filter((layer) => layer.kind === 'text' && ids.has(fullIdOf(part.id, layer.id))),
  }))
  return { ...definition, parts }
}

function isSame(one: Resource | undefined, other: Resource): boolean {
  return one === other || (one !== undefined && canonicalJson(one) === canonicalJson(other))
}
