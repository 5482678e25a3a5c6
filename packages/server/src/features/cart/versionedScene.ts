import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { LineVersion } from './line.ts'

/** A scene that names the files which its pictures have now, for an order: it is printed with these, also after they were replaced. */
export function versionedScene(scene: Scene, versions: readonly LineVersion[]): Scene {
  if (versions.length === 0) return scene
  const versionOf = new Map(versions.map(({ picture, version }) => [picture, version]))
  const parts = scene.parts.map((part) => ({
    ...part,
    nodes: part.nodes.map((node) => {
      const version = node.kind === 'picture' && node.picture ? versionOf.get(node.picture.uuid) : undefined
      if (node.kind !== 'picture' || !node.picture || version === undefined) return node
      return { ...node, picture: { ...node.picture, version } }
    }),
  }))
  return { ...scene, parts }
}
