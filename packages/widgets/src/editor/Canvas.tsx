import { type Slot, slotsOf } from '@portraitkit/core/editor/instance.ts'
import { openResource } from '@portraitkit/core/editor/menu.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { SceneView } from '../scene/SceneView.tsx'
import { CropStage, pageStyle } from './CropStage.tsx'
import { messages } from './messages.ts'
import { PinchHint } from './PinchHint.tsx'
import { isSmallTextArea, type Placement, placePage, placeSlot, type Size } from './stageGeometry.ts'
import { useEditor } from './useEditor.ts'
import { Warnings } from './Warnings.tsx'

/** The card on its table. Slots are buttons; the slot that is edited comes near. */
export function Canvas() {
  const t = useT(messages)
  const { editor, shown, instance, slot } = useEditor()
  const canvas = useRef<HTMLDivElement>(null)
  const size = useSize(canvas)
  const placement = size ? placementOf(size, shown.scene.trimBox, slot) : undefined
  const isCropping = slot?.kind === 'image' && instance.menu === 'image'
  return (
    <div className="pk-canvas" ref={canvas} data-menu={instance.menu}>
      {placement && isCropping ? <CropStage key={slot.fullId} placement={placement} fullId={slot.fullId} /> : null}
      {placement && !isCropping ? (
        <div className="pk-canvas-page" style={pageStyle(placement)}>
          <SceneView
            shown={shown}
            part={instance.currentPart}
            label={t('editor.canvas')}
            onBroken={() => void editor.renew()}
          />
          <SlotButtons placement={placement} />
        </div>
      ) : null}
      {isCropping ? <PinchHint slot={slot} /> : null}
      <Warnings />
    </div>
  )
}

function placementOf(size: Size, page: Size, slot: Slot | undefined): Placement {
  const whole = placePage(size, page, false)
  if (!slot) return whole
  const { box } = slot.layer
  const isSmallText = slot.kind === 'text' && isSmallTextArea(box, page, whole.scale)
  return placeSlot(size, isSmallText ? placePage(size, page, true) : whole, box)
}

/** Every slot that may be edited, as a button that lies on it. In the lists of slots they show their numbers. */
function SlotButtons({ placement }: { placement: Placement }) {
  const t = useT(messages)
  const { language } = useRoot()
  const { editor, instance, shown, nameOf } = useEditor()
  if (!['main', 'select-image', 'select-text'].includes(instance.menu)) return null
  const kind = { 'select-image': 'image', 'select-text': 'text' }[instance.menu as string]
  const scale = placement.scale / placement.zoom
  const slots = slotsOf(instance.definition, instance.currentPart, language).filter(
    (slot) => slot.editable && (!kind || slot.kind === kind),
  )
  return slots.map((slot, index) => {
    const { box } = slot.layer
    return (
      <button
        key={slot.fullId}
        type="button"
        className="pk-slot"
        data-kind={slot.kind}
        data-slot-button={slot.fullId}
        style={{ left: box.x * scale, top: box.y * scale, width: box.width * scale, height: box.height * scale }}
        aria-label={describe(slot)}
        onClick={() => editor.move((held) => openResource(held, slot.fullId))}
      >
        {kind ? <span className="pk-slot-number">{index + 1}</span> : null}
      </button>
    )
  })

  function describe(slot: Slot): string {
    const name = nameOf(slot)
    const node = shown.scene.parts.flatMap(({ nodes }) => nodes).find((one) => 'id' in one && one.id === slot.fullId)
    if (node?.kind === 'picture' && !node.picture) return t('editor.slotEmpty', { slot: name })
    if (node?.kind === 'glyphs' && node.text) return t('editor.slotText', { slot: name, text: node.text })
    return name
  }
}

/** The size of an element in CSS pixels; undefined until it is measured, before the first paint. */
function useSize(ref: { readonly current: HTMLElement | null }): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const take = () => {
      const { clientWidth: width, clientHeight: height } = node
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(node)
    return () => observer.disconnect()
  }, [ref])
  return size
}
