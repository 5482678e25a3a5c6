import { resolutionOf } from '../template/crop.ts'
import type { Scene } from '../template/scene.ts'

/** What a printer would say about a card before it is printed. */
export type Warning =
  /** Fewer than 150 pixels per inch: the print will look soft. */
  | { kind: 'resolution'; fullId: string; dpi: number }
  /** The text does not fit its box. */
  | { kind: 'overflow'; fullId: string }
  /** Characters that no font has: they will be left out. */
  | { kind: 'missing-glyph'; fullId: string; characters: string }

/** Below this a photograph looks soft on paper. */
const leastResolution = 150

/** The warnings of a part of a scene, or of all parts. */
export function warningsOf(scene: Scene, partId?: string): Warning[] {
  return scene.parts
    .filter(({ id }) => partId === undefined || id === partId)
    .flatMap(({ nodes }) =>
      nodes.flatMap((node): Warning[] => {
        if (node.kind === 'picture') {
          const dpi = node.picture ? Math.round(resolutionOf(node.picture.crop, node.box)) : leastResolution
          return dpi < leastResolution ? [{ kind: 'resolution', fullId: node.id, dpi }] : []
        }
        if (node.kind !== 'glyphs') return []
        return [
          ...(node.overflow ? [{ kind: 'overflow', fullId: node.id } as const] : []),
          ...(node.missing?.length
            ? [{ kind: 'missing-glyph', fullId: node.id, characters: node.missing.join(' ') } as const]
            : []),
        ]
      }),
    )
}
