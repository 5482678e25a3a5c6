import { useLingui } from '@lingui/react'
import { numberedSlots, type Slot, slotsOf } from '@portraitkit/core/editor/design/instance.ts'
import { openSlot } from '@portraitkit/core/editor/design/screens.ts'
import type { Size } from '@portraitkit/core/geometry.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { SceneView } from '../../scene/SceneView.tsx'
import { usePictureRefresh } from '../../ui/pictures/usePictureRefresh.ts'
import { hasDone } from '../frame/TopBar.tsx'
import { UndoRedo } from '../frame/UndoRedo.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { CropStage } from './CropStage.tsx'
import { badgePositions, boxStyle, isSmallTextArea, type Placement, placePage, placeSlot } from './stageGeometry.ts'
import { type LastPlacement, pageStyle, usePageMotion } from './usePageMotion.ts'
import { Warnings } from './Warnings.tsx'

/** The card on its table. Slots are buttons; the slot being edited is enlarged. */
export function Canvas() {
  const value = useEditor()
  const { layout, shownScene, instance, slot } = value
  const canvas = useRef<HTMLDivElement>(null)
  const came = useRef<Placement>(undefined)
  const size = useSize(canvas)
  const sides = useSides(layout === 'phone', slot)
  const placement = size ? placementOf(size, shownScene.scene.trimBox, slot, sides?.box) : undefined
  const isCropping = slot?.kind === 'image' && instance.menu === 'image'
  return (
    <div className="pk-canvas" ref={canvas} data-menu={instance.menu}>
      {placement && isCropping ? (
        <CropStage key={slot.fullId} placement={placement} fullId={slot.fullId} came={came} />
      ) : null}
      {placement && !isCropping ? <WholePage placement={placement} sides={sides} came={came} /> : null}
      {sides && !slot ? <SideSwitch sides={sides} /> : null}
      {layout === 'phone' && hasDone(value) ? <UndoRedo /> : null}
      {instance.menu === 'text' ? null : <Warnings />}
    </div>
  )
}

const labels = {
  CARDS: messages.canvas,
  CALENDAR: messages.canvasCalendar,
  PHOTOGIFT: messages.canvasGift,
} as const

/** The minimum size of a touch target, in pixels. */
const thumb = 44

/** The page with its slots. */
function WholePage({
  placement,
  sides,
  came,
}: {
  placement: Placement
  sides: Sides | undefined
  came: LastPlacement
}) {
  const { _: t } = useLingui()
  const { editor, shownScene, instance } = useEditor()
  const page = usePageMotion(placement, came)
  const renew = usePictureRefresh(editor.renew)
  return (
    <div className="pk-canvas-page" ref={page} style={pageStyle(placement)}>
      <SceneView
        shownScene={shownScene}
        part={instance.currentPart}
        label={t(labels[instance.definition.type])}
        onBroken={renew}
      />
      <Fold placement={placement} />
      <SlotButtons placement={placement} onFocus={sides?.showSlot} />
    </div>
  )
}

/** The height of the switch between the sides at the bottom, in pixels. */
const switchHeight = 64

function placementOf(size: Size, page: Size, slot: Slot | undefined, side: Sides['box'] | undefined): Placement {
  if (!slot && side) {
    const above = { ...size, height: size.height - switchHeight }
    return placeSlot(above, placePage(above, page, false), side)
  }
  const whole = placePage(size, page, false)
  if (!slot) return whole
  const { box } = slot.layer
  const isSmallText = slot.kind === 'text' && isSmallTextArea(box, page, whole.scale)
  return placeSlot(size, isSmallText ? placePage(size, page, true) : whole, box)
}

type Side = 'left' | 'right'
type Sides = {
  side: Side
  box: { x: number; y: number; width: number; height: number }
  show: (side: Side) => void
  showSlot: (slot: Slot) => void
}

/** A phone shows one side of a folded sheet at a time: first the front of the card, inside first the left. */
function useSides(isPhone: boolean, slot: Slot | undefined): Sides | undefined {
  const { instance, shownScene } = useEditor()
  const { foldAt = 0, trimBox } = shownScene.scene
  const { definition, currentPart, menu } = instance
  const [side, show] = useState<Side>('right')
  const sideOf = ({ layer: { box } }: Slot): Side => (box.x + box.width / 2 < foldAt ? 'left' : 'right')
  const kind = { 'select-image': 'image', 'select-text': 'text' }[menu as string]
  const first = slotsOf(definition, currentPart, 'en').find((one) => one.editable && one.kind === kind)
  const front = definition.parts[0]?.id === currentPart ? 'right' : 'left'
  useEffect(() => show(front), [front])
  const target = slot ? sideOf(slot) : first && sideOf(first)
  useEffect(() => {
    if (target) show(target)
  }, [target])
  if (foldAt === 0 || !isPhone) return undefined
  const [x, width] = side === 'left' ? [0, foldAt] : [foldAt, trimBox.width - foldAt]
  return { side, box: { x, y: 0, width, height: trimBox.height }, show, showSlot: (one) => show(sideOf(one)) }
}

function SideSwitch({ sides }: { sides: Sides }) {
  const { _: t } = useLingui()
  return (
    <fieldset className="pk-sides" aria-label={t(messages.sides)}>
      {(['left', 'right'] as const).map((side) => (
        <button key={side} type="button" aria-pressed={sides.side === side} onClick={() => sides.show(side)}>
          {t(side === 'left' ? messages.sideLeft : messages.sideRight)}
        </button>
      ))}
    </fieldset>
  )
}

/** Where the sheet will be folded; not printed. */
function Fold({ placement }: { placement: Placement }) {
  const { foldAt } = useEditor().shownScene.scene
  if (foldAt === undefined) return null
  return <span className="pk-fold" style={{ left: (foldAt * placement.scale) / placement.zoom }} />
}

/** A button over every editable slot. On the selection screens they show their numbers. */
function SlotButtons({ placement, onFocus }: { placement: Placement; onFocus: ((slot: Slot) => void) | undefined }) {
  const { language } = useRoot()
  const { editor, instance } = useEditor()
  const describe = useDescription()
  if (!['main', 'select-image', 'select-text'].includes(instance.menu)) return null
  const kind = ({ 'select-image': 'image', 'select-text': 'text' } as const)[instance.menu as string]
  const scale = placement.scale / placement.zoom
  const numbered = kind ? numberedSlots(instance.definition, instance.currentPart, language, kind) : []
  const badges = badgePositions(
    numbered.map(({ layer: { box } }) => ({ x: box.x * placement.scale, y: box.y * placement.scale })),
  )
  const slots = slotsOf(instance.definition, instance.currentPart, language).filter(
    (slot) => slot.editable && (!kind || slot.kind === kind),
  )
  return slots.map((slot) => {
    const index = numbered.findIndex(({ fullId }) => fullId === slot.fullId)
    const { box } = slot.layer
    const tilt = slot.kind === 'image' ? (slot.layer.rotation ?? 0) : 0
    return (
      <button
        key={slot.fullId}
        type="button"
        className="pk-slot"
        data-kind={slot.kind}
        data-slot-button={slot.fullId}
        data-small={Math.min(box.width, box.height) * placement.scale < thumb || undefined}
        style={{
          ...boxStyle(box, scale),
          rotate: tilt ? `${tilt}deg` : undefined,
        }}
        aria-label={describe(slot)}
        onFocus={() => onFocus?.(slot)}
        onClick={() => editor.move((before) => openSlot(before, slot.fullId))}
      >
        {kind ? (
          <span
            className="pk-slot-number"
            data-number={index + 1}
            style={{ marginInlineStart: (badges[index] ?? 0) / placement.zoom }}
          />
        ) : null}
      </button>
    )
  })
}

/** A slot in words: 'Portrait 1 of 2, empty', 'Greeting: Thank you'. */
function useDescription(): (slot: Slot) => string {
  const { _: t } = useLingui()
  const { shownScene, nameOf } = useEditor()
  return (slot) => {
    const name = nameOf(slot)
    const node = shownScene.scene.parts
      .flatMap(({ nodes }) => nodes)
      .find((one) => 'id' in one && one.id === slot.fullId)
    if (node?.kind === 'picture' && !node.picture) return t(messages.slotEmpty, { slot: name })
    return node?.kind === 'glyphs' && node.text ? t(messages.slotText, { slot: name, text: node.text }) : name
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
