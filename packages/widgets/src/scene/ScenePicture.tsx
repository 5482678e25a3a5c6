import { effectMatrix, feColorMatrix } from '@portraitkit/core/jobs/effects.ts'
import type { Rotation } from '@portraitkit/core/jobs/picture.ts'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import type { PictureNode } from '@portraitkit/core/template/scene.ts'
import { tiltTransform } from '@portraitkit/core/template/tilt.ts'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { addressSize, shownEdge } from './addressSize.ts'
import { SceneImage } from './SceneImage.tsx'

type ShownPicture = NonNullable<PictureNode['picture']>

type Props = {
  node: PictureNode
  /** Unique on the page: clips and filters refer to it. */
  id: string
  addresses: Readonly<Record<string, string>> | undefined
  /** Device pixels per millimetre; 0 while unknown. */
  scale: number
  onBroken: (pictureUuid: string, address: string) => void
}

/** A slot with its picture, or a placeholder if it has none. */
export const ScenePicture = memo(function ScenePicture({ node, id, addresses, scale, onBroken }: Props) {
  const { picture } = node
  const size = picture && addresses && scale > 0 ? addressSize(addresses, shownEdge(node, picture, scale)) : undefined
  const address = size === undefined ? undefined : addresses?.[size]
  const loaded = useLoaded(address)
  return (
    <g
      data-slot={node.id}
      data-state={picture ? (loaded.done ? 'shown' : 'loading') : 'empty'}
      transform={tiltTransform(node.box, node.rotation)}
    >
      <clipPath id={`${id}-clip`}>
        <path d={node.clip ?? rectanglePath(node.box)} />
      </clipPath>
      <g clipPath={`url(#${id}-clip)`}>
        {!loaded.done && <EmptySlot node={node} isEmpty={!picture} />}
        {picture && address && (
          <Effect picture={picture} node={node} id={id}>
            <g transform={cropTransform(node, picture)}>
              <SceneImage
                href={address}
                width={picture.width}
                height={picture.height}
                preserveAspectRatio="none"
                transform={rotationTransform(picture)}
                onLoad={loaded.finish}
                onBroken={() => onBroken(picture.uuid, address)}
              />
            </g>
          </Effect>
        )}
      </g>
    </g>
  )
})

/** True once the picture at an address has loaded; a larger version for the same slot does not bring the placeholder back. */
function useLoaded(address: string | undefined): { done: boolean; finish: () => void } {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!address) setDone(false)
  }, [address])
  return { done: done && address !== undefined, finish: () => setDone(true) }
}

function Effect({
  picture,
  node: { box },
  id,
  children,
}: {
  picture: ShownPicture
  node: PictureNode
  id: string
  children: ReactNode
}) {
  const matrix = effectMatrix(picture.effect)
  if (!matrix) return children
  return (
    <>
      <filter
        id={`${id}-effect`}
        filterUnits="userSpaceOnUse"
        x={box.x - 1}
        y={box.y - 1}
        width={box.width + 2}
        height={box.height + 2}
        colorInterpolationFilters="sRGB"
      >
        <feColorMatrix type="matrix" values={feColorMatrix(matrix)} />
      </filter>
      <g filter={`url(#${id}-effect)`}>{children}</g>
    </>
  )
}

/** Maps the crop of the turned picture, in its pixels, onto the slot. */
function cropTransform({ box }: PictureNode, { crop }: ShownPicture): string {
  const scaleX = box.width / crop.width
  const scaleY = box.height / crop.height
  return `translate(${box.x - crop.x * scaleX} ${box.y - crop.y * scaleY}) scale(${scaleX} ${scaleY})`
}

function rotationTransform({ rotation, width, height }: ShownPicture): string | undefined {
  const moves: Record<Rotation, string | undefined> = {
    0: undefined,
    90: `translate(${height} 0) rotate(90)`,
    180: `translate(${width} ${height}) rotate(180)`,
    270: `translate(0 ${width}) rotate(270)`,
  }
  return moves[rotation]
}

// The slot is on the product's own paper, not on the page, so its greys belong to neither theme.
const MOUNT = '#ebe6de'
const FIGURE = '#d8d0c4'

/** A neutral placeholder, with a head and shoulders in it if no picture is selected yet. */
function EmptySlot({ node: { box }, isEmpty }: { node: PictureNode; isEmpty: boolean }) {
  const unit = Math.min(box.width, box.height) / 10
  const middle = box.x + box.width / 2
  const head = box.y + box.height / 2 - unit * 0.9
  return (
    <>
      <rect {...box} fill={MOUNT} />
      {isEmpty && (
        <g fill={FIGURE}>
          <circle cx={middle} cy={head} r={unit * 1.3} />
          <path d={`M${middle - unit * 2.6} ${head + unit * 4}a${unit * 2.6} ${unit * 2.3} 0 0 1 ${unit * 5.2} 0z`} />
        </g>
      )}
    </>
  )
}
