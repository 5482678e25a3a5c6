import type { ShownScene } from '../../template/scene.ts'

/** The texts that do not fit. */
export function overflowingTexts(shownScene: ShownScene | null): string[] {
  const nodes = shownScene?.scene.parts.flatMap((part) => part.nodes) ?? []
  return nodes.flatMap((node) => (node.kind === 'glyphs' && node.overflow ? [node.id] : []))
}
