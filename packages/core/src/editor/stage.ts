import type { TemplateDefinition } from '../template/definition.ts'
import type { DesignContent, Resource } from '../template/design.ts'
import { layOut, type Setting, withPictures } from '../template/layOut.ts'
import type { Scene, ShownScene } from '../template/scene.ts'
import { canonicalJson } from '../template/sceneHash.ts'
import type { Shaper } from '../template/shaper.ts'

/** A scene as the server laid it out, and what it laid out. */
export type Baked = { readonly shown: ShownScene; readonly content: DesignContent }

/**
 * The scene of a content that has changed since the server laid it out. Pictures need no shaper. Texts are set anew only
 * where they differ from what the server has set: what nobody touched keeps the server's outlines. Undefined: a text has
 * changed and there is no shaper yet.
 */
export function repaint(
  baked: Baked,
  definition: TemplateDefinition,
  content: DesignContent,
  setting: Setting,
  shaper: Shaper | undefined,
): Scene | undefined {
  const scene = withPictures(baked.shown.scene, definition, content)
  const changed = changedTexts(baked.content, content)
  if (changed.size === 0) return scene
  if (!shaper) return undefined
  const set = layOut(definition, content, { ...setting, shaper })
  const parts = scene.parts.map((part, index) => ({
    ...part,
    nodes: part.nodes.map((node, place) => (isText(node, changed) ? (set.parts[index]?.nodes[place] ?? node) : node)),
  }))
  return { ...scene, parts }
}

function isText(node: Scene['parts'][number]['nodes'][number], ids: ReadonlySet<string>): boolean {
  return node.kind === 'glyphs' && ids.has(node.id)
}

/** The full ids of the texts that are not as the server has set them. */
export function changedTexts(before: DesignContent, after: DesignContent): Set<string> {
  const known = new Map(before.resources.map((resource) => [resource.fullId, resource]))
  return new Set(
    after.resources.flatMap((resource) =>
      resource.type === 'STRING' && !isSame(known.get(resource.fullId), resource) ? [resource.fullId] : [],
    ),
  )
}

function isSame(one: Resource | undefined, other: Resource): boolean {
  return one === other || (one !== undefined && canonicalJson(one) === canonicalJson(other))
}
