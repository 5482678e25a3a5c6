import type { ShownGiftView } from '@portraitkit/core/template/gift.ts'
import { giftMesh } from '@portraitkit/core/template/giftMesh.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useStyles } from '../rootContext.ts'
import { addressSize } from './addressSize.ts'
import css from './GiftView.css?inline'
import { SceneImage } from './SceneImage.tsx'
import { nextId, pageBox, SceneNodes, textsOf, useOnce } from './SceneView.tsx'
import { usePixelWidth } from './usePixelWidth.ts'

export type GiftViewProps = {
  shownScene: ShownScene
  view: ShownGiftView
  /** What it is; the texts on it follow. */
  label: string
  onBroken?: ((pictureUuid: string) => void) | undefined
}

/**
 * A design on its product: the product's picture, the flat page mapped onto it cell by cell, with light and shadow over it. All
 * of it is one SVG of attributes, so it needs no measuring, no style attributes and no canvas.
 */
export function GiftView({ shownScene, view, label, onBroken }: GiftViewProps) {
  useStyles(css)
  const [id] = useState(nextId)
  const root = useRef<SVGSVGElement>(null)
  const perUnit = usePixelWidth(root) / view.size.width
  const reportBroken = useOnce(onBroken)
  const { scene, addresses } = shownScene
  const nodes = scene.parts.find((part) => part.id === view.part)?.nodes ?? []
  const edge = Math.max(view.size.width, view.size.height) * perUnit
  const picture = (hash: string, blend?: string) => {
    const sizes = addresses[hash]
    const size = sizes && perUnit > 0 ? addressSize(sizes, edge) : undefined
    const address = size === undefined ? undefined : sizes?.[size]
    if (address === undefined) return null
    return <SceneImage {...view.size} href={address} preserveAspectRatio="none" className={blendClass(blend)} />
  }
  return (
    <svg
      ref={root}
      className="pk-gift"
      viewBox={`0 0 ${view.size.width} ${view.size.height}`}
      role={label === '' ? 'presentation' : 'img'}
      aria-label={label === '' ? undefined : [label, ...textsOf(nodes)].join('. ')}
    >
      {picture(view.picture)}
      <Cut view={view} id={id} mask={view.mask === undefined ? null : picture(view.mask)}>
        <Face shownScene={shownScene} view={view} id={id}>
          <SceneNodes
            nodes={nodes}
            id={id}
            addresses={addresses}
            scale={perUnit * unitsPerMillimetre(view, scene.trimBox)}
            onBroken={reportBroken}
          />
        </Face>
      </Cut>
      {view.overlay ? picture(view.overlay.picture, view.overlay.blend) : null}
    </svg>
  )
}

/**
 * Draws the page once, then again in every cell. Cells are masked, not clipped: with a clip, the background would be visible
 * through the soft edges of the cells, as fine lines all over the picture.
 */
function Face({
  shownScene,
  view,
  id,
  children,
}: {
  shownScene: ShownScene
  view: ShownGiftView
  id: string
  children: ReactNode
}) {
  const { trimBox } = shownScene.scene
  const cells = useMemo(() => giftMesh(view.face, trimBox, view.size), [view, trimBox])
  // The area beyond the trim closes the finest gap at the edge of a cell.
  const paper = pageBox(shownScene.scene, 'bleed')
  return (
    <>
      <defs>
        <g id={`${id}-page`}>
          <rect {...paper} fill="#ffffff" />
          {children}
        </g>
        {cells.map(({ clip, bounds }, index) => (
          <mask key={clip} id={`${id}-cell-${index}`} maskUnits="userSpaceOnUse" {...bounds}>
            <path d={clip} fill="#ffffff" />
          </mask>
        ))}
      </defs>
      {cells.map(({ clip, transform }, index) => (
        <g key={clip} mask={`url(#${id}-cell-${index})`}>
          <use href={`#${id}-page`} transform={transform} />
        </g>
      ))}
    </>
  )
}

/** Cuts the design to the shape of the product, and blends it with the product. */
function Cut({ view, id, mask, children }: { view: ShownGiftView; id: string; mask: ReactNode; children: ReactNode }) {
  const { cut } = view
  return (
    <g className={blendClass(view.blend)}>
      {cut === undefined ? null : (
        <clipPath id={`${id}-cut`}>
          <path d={cut} />
        </clipPath>
      )}
      {mask ? (
        <mask id={`${id}-mask`} maskUnits="userSpaceOnUse" x="0" y="0" {...view.size}>
          {mask}
        </mask>
      ) : null}
      <g clipPath={cut === undefined ? undefined : `url(#${id}-cut)`} mask={mask ? `url(#${id}-mask)` : undefined}>
        {children}
      </g>
    </g>
  )
}

function blendClass(blend: string | undefined): string | undefined {
  return blend === 'multiply' ? 'pk-gift-multiply' : undefined
}

/** The approximate maximum size of a millimetre of the page on the product. */
function unitsPerMillimetre({ face }: ShownGiftView, page: { width: number }): number {
  if (face.kind === 'quadrilateral') {
    const across = face.corners.map(({ x }) => x)
    return (Math.max(...across) - Math.min(...across)) / page.width
  }
  if (face.kind === 'rectangle') return face.box.width / page.width
  const { from, to } = face.seen ?? { from: 0, to: 1 }
  const half = (face.angle * Math.PI) / 360
  // nearest to the eye it is wider than on average
  return (face.box.width * half) / Math.sin(half) / (page.width * (to - from))
}
