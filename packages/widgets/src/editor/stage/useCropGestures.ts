import type { Point } from '@portraitkit/core/geometry.ts'
import type { Crop } from '@portraitkit/core/template/crop.ts'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type CropFrame, drag, pinch, wheelFactor, zoomAt } from './cropGestures.ts'

export type CropGestureHost = {
  /** The current position of the picture; undefined while there is nothing to hold. */
  grip(): CropFrame | undefined
  crop(): Crop | undefined
  /** Shows a crop before it is committed. Called once a frame. */
  show(crop: Crop): void
  /** The gesture has ended: the crop is final. */
  commit(crop: Crop): void
  /** A gesture begins or ends. */
  hold(isDragging: boolean): void
}

/** A wheel sends no end event: without another turn for this long it counts as stopped, in milliseconds. */
const wheelRest = 180

/** Drag, pinch and wheel on an element. React renders nothing during the gesture. */
export function useCropGestures(target: RefObject<HTMLElement | null>, hold: CropGestureHost, isOn: boolean) {
  const latest = useRef(hold)
  latest.current = hold
  const run = useRef<Run>(undefined)
  run.current ??= createRun(latest)

  useEffect(() => {
    const node = target.current
    if (!node || !isOn) return
    const wheel = (event: WheelEvent) => run.current?.wheel(event)
    node.addEventListener('wheel', wheel, { passive: false })
    return () => {
      node.removeEventListener('wheel', wheel)
      run.current?.stop()
    }
  }, [target, isOn])

  return isOn ? run.current.handlers : {}
}

type Run = ReturnType<typeof createRun>

function createRun(latest: { readonly current: CropGestureHost }) {
  const pointers = new Map<number, Point>()
  let crop: Crop | undefined
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined

  function begin(): Crop | undefined {
    if (!crop) {
      crop = latest.current.crop()
      if (crop) latest.current.hold(true)
    }
    return crop
  }

  function take(next: Crop): void {
    crop = next
    frame ||= requestAnimationFrame(() => {
      frame = 0
      if (crop) latest.current.show(crop)
    })
  }

  function end(): void {
    cancelAnimationFrame(frame)
    frame = 0
    clearTimeout(rest)
    if (!crop) return
    const done = crop
    crop = undefined
    latest.current.commit(done)
    latest.current.hold(false)
  }

  const pointOf = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY })

  return {
    stop() {
      pointers.clear()
      end()
    },
    wheel(event: WheelEvent) {
      const grip = latest.current.grip()
      const crop = grip && begin()
      if (!crop) return
      event.preventDefault()
      take(zoomAt(crop, grip, { x: event.clientX, y: event.clientY }, wheelFactor(event)))
      clearTimeout(rest)
      rest = setTimeout(end, wheelRest)
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || pointers.size >= 2 || !begin()) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.set(event.pointerId, pointOf(event))
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = pointers.get(event.pointerId)
        const grip = latest.current.grip()
        if (!from || !crop || !grip) return
        const to = pointOf(event)
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
        take(other ? pinch(crop, grip, [from, other], [to, other]) : drag(crop, grip, from, to))
        pointers.set(event.pointerId, to)
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        pointers.delete(event.pointerId)
        if (pointers.size === 0) end()
      },
      onPointerCancel(event: PointerEvent<HTMLElement>) {
        pointers.delete(event.pointerId)
        if (pointers.size === 0) end()
      },
    },
  }
}
