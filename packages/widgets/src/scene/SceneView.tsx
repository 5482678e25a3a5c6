import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { AssetNode, GlyphsNode, PathNode, Scene, SceneNode, ShownScene } from '@portraitkit/core/template/scene.ts'
import { tiltTransform } from '@portraitkit/core/template/tilt.ts'
import { memo, type ReactNode, useCallback, useRef, useState } from 'react'
import { addressSize } from './addressSize.ts'
import { SceneImage } from './SceneImage.tsx'
import { ScenePicture } from './ScenePicture.tsx'
import { usePixelWidth } from './usePixelWidth.ts'

export type SceneViewProps = {
  shownScene: ShownScene
  /** Id of the part; the first part by default. */
  part?: string | undefined
  /** The visible area: the trimmed page, or the whole printed sheet. */
  mode?: 'trim' | 'bleed'
  /** What it is, in the page's language, such as 'Card, front'; the texts on it follow. Empty hides it from screen readers. */
  label: string
  className?: string | undefined
  /**
   * A picture did not load, most often because its signed address has expired: fetch the scene again and pass it in. Called
   * once for each address.
   */
  onBroken?: ((pictureUuid: string) => void) | undefined
  /** Drawn on top, in millimetres of the page: handles, clickable slots. The scene is then a group instead of an image. */
  children?: ReactNode
}

/**
 * One part of a scene as inline SVG, exactly as it will be printed. It fills the width of its container and keeps its shape
 * while the pictures load. It needs no style attributes, so it works under any content security policy.
 */
export function SceneView(props: SceneViewProps) {
  const { shownScene, part, mode = 'trim', label, className, onBroken, children } = props
  const [id] = useState(nextId)
  const root = useRef<SVGSVGElement>(null)
  const { scene, addresses } = shownScene
  const page = pageBox(scene, mode)
  const scale = usePixelWidth(root) / page.width
  const reportBroken = useOnce(onBroken)
  const shownPart = part === undefined ? scene.parts[0] : scene.parts.find((each) => each.id === part)
  const nodes = shownPart?.nodes ?? []
  return (
    <svg
      ref={root}
      className={className}
      viewBox={`${page.x} ${page.y} ${page.width} ${page.height}`}
      width="100%"
      display="block"
      role={label === '' ? 'presentation' : children ? 'group' : 'img'}
      aria-label={label === '' ? undefined : [label, ...textsOf(nodes)].join('. ')}
    >
      <rect {...page} fill="#ffffff" />
      <SceneNodes nodes={nodes} id={id} addresses={addresses} scale={scale} onBroken={reportBroken} />
      {children}
    </svg>
  )
}

export type SceneNodesProps = {
  nodes: readonly SceneNode[]
  /** Unique on the page. */
  id: string
  addresses: ShownScene['addresses']
  /** Device pixels per millimetre; 0 while unknown. */
  scale: number
  onBroken: (pictureUuid: string, address: string) => void
}

/** The nodes of a part, from back to front, in millimetres of the page. */
export function SceneNodes({ nodes, id, addresses, scale, onBroken }: SceneNodesProps) {
  return nodes.map((node, index) => {
    const key = 'id' in node ? node.id : `${node.kind}-${index}`
    if (node.kind === 'path') return <ScenePath key={key} node={node} />
    if (node.kind === 'glyphs') return <SceneGlyphs key={key} node={node} />
    if (node.kind === 'asset') {
      return <SceneAsset key={key} node={node} addresses={addresses[node.hash]} scale={scale} />
    }
    return (
      <ScenePicture
        key={key}
        node={node}
        id={`${id}-${index}`}
        addresses={node.picture ? addresses[pictureKey(node.picture)] : undefined}
        scale={scale}
        onBroken={onBroken}
      />
    )
  })
}

let instances = 0

/** `useId` is only unique inside one React root, and a page may have many. */
export function nextId(): string {
  instances += 1
  return `pk-scene-${instances}`
}

/** The visible area of the sheet, in millimetres. */
export function pageBox({ trimBox, bleed }: Pick<Scene, 'trimBox' | 'bleed'>, mode: 'trim' | 'bleed') {
  const margin = mode === 'bleed' ? bleed : 0
  return { x: -margin, y: -margin, width: trimBox.width + 2 * margin, height: trimBox.height + 2 * margin }
}

const ScenePath = memo(function ScenePath({ node }: { node: PathNode }) {
  return (
    <path
      d={node.d}
      fill={node.fill ?? 'none'}
      stroke={node.stroke}
      strokeWidth={node.strokeWidth}
      opacity={node.opacity}
    />
  )
})

type AssetProps = { node: AssetNode; addresses: Readonly<Record<string, string>> | undefined; scale: number }

/** A drawing that belongs to the template. Its failure is not reported. */
const SceneAsset = memo(function SceneAsset({ node, addresses, scale }: AssetProps) {
  const { box, width, height, opacity, rotation } = node
  const edge = (box.width / width) * Math.max(width, height) * scale
  const size = addresses && scale > 0 ? addressSize(addresses, edge) : undefined
  const address = size === undefined ? undefined : addresses?.[size]
  if (address === undefined) return null
  return (
    <SceneImage
      {...box}
      href={address}
      preserveAspectRatio="none"
      opacity={opacity}
      transform={tiltTransform(box, rotation)}
    />
  )
})

const SceneGlyphs = memo(function SceneGlyphs({ node }: { node: GlyphsNode }) {
  return <path d={node.d} fill={node.fill} data-text={node.id} />
})

/** The texts on the page, for screen readers. */
export function textsOf(nodes: readonly SceneNode[]): string[] {
  const texts = nodes.flatMap((node) => (node.kind === 'glyphs' ? [node.text.replaceAll('\n', ' ').trim()] : []))
  return [...new Set(texts)].filter(Boolean)
}

/** Reports each address once, so that a deleted picture is not requested for ever. */
export function useOnce(
  onBroken: ((pictureUuid: string) => void) | undefined,
): (pictureUuid: string, address: string) => void {
  const reported = useRef(new Set<string>())
  const latest = useRef(onBroken)
  latest.current = onBroken
  return useCallback((pictureUuid, address) => {
    if (reported.current.has(address)) return
    reported.current.add(address)
    latest.current?.(pictureUuid)
  }, [])
}
