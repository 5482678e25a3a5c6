import { useLingui } from '@lingui/react'
import { framePicture } from '@portraitkit/core/editor/actions/framePicture.ts'
import { rotatePicture } from '@portraitkit/core/editor/actions/rotatePicture.ts'
import { setEffect } from '@portraitkit/core/editor/actions/setEffect.ts'
import type { Slot } from '@portraitkit/core/editor/design/instance.ts'
import { canZoom, pictureInSlot } from '@portraitkit/core/editor/design/picture.ts'
import { EFFECTS } from '@portraitkit/core/jobs/effects.ts'
import { LARGEST_ZOOM, zoomCrop, zoomOf } from '@portraitkit/core/template/crop.ts'
import { RotateCcw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Tool } from '../frame/Tool.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** Rotation, effects and zoom of the picture; it is moved on the card itself. */
export function EditPicture({ slot }: { slot: Slot & { kind: 'image' } }) {
  const { _: t } = useLingui()
  const { instance, act } = useEditor()
  const { fullId } = slot
  const placed = pictureInSlot(instance, fullId)
  const [gesture, setGesture] = useState(0)
  if (!placed) return <p className="pk-soft">{t(messages.needsPicture)}</p>
  const { image, size, layer } = placed
  const zoom = zoomOf(image.cropRect, size, layer.box)
  const zoomTo = (target: number) => {
    const crop = zoomCrop(image.cropRect, size, layer.box, target / zoom)
    act(framePicture, { fullId, crop }, `slider ${gesture}`)
  }
  const percent = Math.round(zoom * 100)
  return (
    <div className="pk-adjust">
      {canZoom(instance, layer) ? (
        <label className="pk-zoom">
          <Icon of={ZoomOut} size={20} />
          <input
            type="range"
            aria-label={t(messages.zoom)}
            aria-valuetext={t(messages.zoomValue, { percent })}
            min={0}
            max={Math.log(LARGEST_ZOOM)}
            step={0.01}
            value={Math.log(zoom)}
            onChange={(event) => zoomTo(Math.exp(Number(event.target.value)))}
            onPointerDown={() => setGesture(gesture + 1)}
          />
          <Icon of={ZoomIn} size={20} />
        </label>
      ) : null}
      <div className="pk-tools-row">
        <Tool icon={RotateCcw} label={t(messages.rotate)} onUse={() => act(rotatePicture, { fullId })} />
        {EFFECTS.map((effect) => (
          <button
            key={effect}
            type="button"
            className="pk-tool"
            data-effect={effect}
            aria-pressed={image.overrideEffect === effect}
            onClick={() => act(setEffect, { fullId, effect })}
          >
            <span className="pk-effect" aria-hidden="true" />
            <span>{t(messages[effect])}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
