import { useLingui } from '@lingui/react'
import { framePicture } from '@portraitkit/core/editor/actions/framePicture.ts'
import { canZoom, type ImageValue, pictureInSlot } from '@portraitkit/core/editor/design/picture.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import { useId, useMemo, useRef, useState } from 'react'
import { addressSize } from '../../scene/addressSize.ts'
import { SceneView } from '../../scene/SceneView.tsx'
import { useRetries } from '../../scene/useRetries.ts'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { boxStyle, type Placement } from './stageGeometry.ts'
import { useCropGestures } from './useCropGestures.ts'
import { useMovingPicture } from './useMovingPicture.ts'
import { type LastPlacement, pageStyle, usePageMotion } from './usePageMotion.ts'

// Equal to the matrices of `core/jobs/effects.ts`: CSS defines both keywords by these numbers.
const filters: Record<ImageValue['overrideEffect'], string> = { original: '', bw: 'grayscale(1)', sepia: 'sepia(1)' }

/**
 * The page while a picture is edited: what is below it, the picture itself as a layer of its own that follows the fingers
 * without a repaint, and what is above it. While it is held, the whole picture is visible under the page.
 */
export function CropStage({ placement, fullId, came }: { placement: Placement; fullId: string; came: LastPlacement }) {
  const { _: t } = useLingui()
  const { editor, state, instance, shownScene, act, slot, nameOf } = useEditor()
  const [isDragging, setDragging] = useState(false)
  const surface = useRef<HTMLDivElement>(null)
  const pageRef = usePageMotion(placement, came)
  const gesture = useRef(0)
  const placed = pictureInSlot(instance, fullId)
  const { below, above } = useLayers(shownScene, instance.currentPart, fullId)
  // In the page's own pixels; the container moves and zooms the page as a whole.
  const scale = placement.scale / placement.zoom
  const isOn = placed !== undefined && canZoom(instance, placed.layer)

  const [images, show] = useMovingPicture(placed, scale, isDragging)

  const handlers = useCropGestures(
    surface,
    {
      crop: () => placed?.image.cropRect,
      grip() {
        const frame = surface.current?.querySelector('[data-frame]')?.getBoundingClientRect()
        return placed && frame ? { picture: placed.size, slot: placed.layer.box, frame } : undefined
      },
      show,
      commit(crop) {
        gesture.current += 1
        act(framePicture, { fullId, crop }, `gesture ${gesture.current}`)
      },
      hold: setDragging,
    },
    isOn,
  )

  const { box, radius, mask, rotation = 0 } = placed?.layer ?? { box: { x: 0, y: 0, width: 1, height: 1 } }
  const address = addressFor(shownScene, placed?.image, placement.scale * (globalThis.devicePixelRatio || 1), box.width)
  const { attempt, fail } = useRetries(address)
  const clip = useId().replaceAll(':', '')
  // 001 §4: a selected image is loading until its preview has arrived. A sharper copy of it is not a different image.
  const [loaded, setLoaded] = useState<string>()
  const isLoading = placed !== undefined && loaded !== placed.image.uuid && !state.sceneError
  const rectangle = boxStyle(box, scale)
  // A tilted slot is cropped upright: the page is rotated instead, so that only a tilted picture looks tilted. The bleed is cut
  // off here as everywhere.
  const straight = {
    rotate: rotation ? `${-rotation}deg` : undefined,
    transformOrigin: `${rectangle.left + rectangle.width / 2}px ${rectangle.top + rectangle.height / 2}px`,
  }
  const picture = (index: number) =>
    placed && address ? (
      <CropPicture
        key={attempt}
        image={placed.image}
        address={address}
        onNode={(node) => {
          images.current[index] = node
        }}
        onLoad={() => setLoaded(placed.image.uuid)}
        onError={() => {
          fail()
          void editor.renew()
        }}
      />
    ) : null

  return (
    <div
      ref={surface}
      className="pk-crop"
      role="application"
      data-held={isDragging || undefined}
      data-on={isOn || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys and plus and minus crop the picture
      tabIndex={0}
      aria-label={slot ? t(messages.crop, { slot: nameOf(slot) }) : undefined}
      {...handlers}
    >
      <div className="pk-crop-page" ref={pageRef} style={pageStyle(placement)} data-turned={rotation !== 0} inert>
        <div className="pk-crop-trim" style={straight}>
          <SceneView shownScene={below} part={instance.currentPart} label="" />
          {mask ? (
            <SlotMask
              id={clip}
              mask={mask}
              transform={`translate(${-rectangle.left} ${-rectangle.top}) scale(${scale})`}
            />
          ) : null}
          <div
            className="pk-crop-window"
            data-frame=""
            style={{
              ...rectangle,
              rotate: rotation ? `${rotation}deg` : undefined,
              borderRadius: radius ? radius * scale : undefined,
              clipPath: mask ? `url(#${clip})` : undefined,
            }}
          >
            {picture(0)}
            {isLoading ? (
              <span className="pk-crop-loading">
                <Spinner />
              </span>
            ) : null}
          </div>
          <div className="pk-crop-above">
            <SceneView shownScene={above} part={instance.currentPart} label="" />
          </div>
        </div>
        <div className="pk-crop-ghost" style={rectangle}>
          {picture(1)}
          <span className="pk-crop-thirds" />
        </div>
      </div>
    </div>
  )
}

type CropPictureProps = {
  image: ImageValue
  address: string
  onNode: (node: HTMLImageElement | null) => void
  onLoad: () => void
  onError: () => void
}

/** The whole picture in its own pixels, which the stage moves into its slot. */
function CropPicture({ image, address, onNode, onLoad, onError }: CropPictureProps) {
  return (
    <img
      ref={onNode}
      src={address}
      alt=""
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      className="pk-crop-picture"
      style={{
        inlineSize: image.width,
        blockSize: image.height,
        filter: filters[image.overrideEffect] || undefined,
      }}
    />
  )
}

/** The page with a mask over it: shows what a slot with its own shape will show. */
function SlotMask({ id, mask, transform }: { id: string; mask: string; transform: string }) {
  return (
    <svg className="pk-crop-mask" aria-hidden="true">
      <clipPath id={id}>
        <path d={mask} transform={transform} />
      </clipPath>
    </svg>
  )
}

/** The scene without the edited picture, split in two at its place. */
function useLayers(scene: ShownScene, partId: string, fullId: string) {
  return useMemo(() => {
    const cut = (keep: (index: number, place: number) => boolean): ShownScene => {
      const parts = scene.scene.parts.map((part) => {
        if (part.id !== partId) return part
        const place = part.nodes.findIndex((node) => node.kind === 'picture' && node.id === fullId)
        return { ...part, nodes: part.nodes.filter((_, index) => keep(index, place)) }
      })
      return { ...scene, scene: { ...scene.scene, parts } satisfies Scene }
    }
    return { below: cut((index, place) => index < place), above: cut((index, place) => index > place) }
  }, [scene, partId, fullId])
}

function addressFor(scene: ShownScene, image: ImageValue | undefined, devicePixels: number, width: number) {
  const addresses = image && scene.addresses[pictureKey(image)]
  if (!image || !addresses) return undefined
  const edge = (width * devicePixels * Math.max(image.width, image.height)) / image.cropRect.width
  const size = addressSize(addresses, edge)
  return size === undefined ? undefined : addresses[size]
}
