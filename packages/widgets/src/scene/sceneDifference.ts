import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'

/** The first page on which two designs differ. */
export function firstDifferentPart({ scene }: ShownScene, other: ShownScene): string | undefined {
  const theirs = new Map(other.scene.parts.map(({ id, nodes }) => [id, canonicalJson(nodes)]))
  return scene.parts.find(({ id, nodes }) => theirs.has(id) && theirs.get(id) !== canonicalJson(nodes))?.id
}

/** Texts on one design that are not on the other; a preview may be too small to read them. */
export function textsOnlyIn(scene: ShownScene, other: ShownScene): string[] {
  const theirs = new Set(textsOf(other))
  return textsOf(scene).filter((text) => !theirs.has(text))
}

const textsOf = ({ scene }: ShownScene): string[] =>
  scene.parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'glyphs' && node.text ? [node.text] : [])))
