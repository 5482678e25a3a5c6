import { useLingui } from '@lingui/react'
import type { PageModule } from '@portraitkit/core/content/contract.ts'
import { Pause, Play } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { messages } from './messages.ts'
import { PageLink, PagePicture } from './PageParts.tsx'

export type Slide = Extract<PageModule, { type: 'Slider' }>['slides'][number]

/** 001 §9: seconds until the next slide if the slide does not set them. */
const SECONDS = 5
/** 001 §9: how far a finger moves before it counts as a swipe, in px. */
const SWIPE = 20

/**
 * Slides one after another (PUB-4). They advance by themselves unless the visitor points at them, focuses them or has paused
 * them, and never for visitors who prefer reduced motion: WCAG 2.2.2.
 */
export function Slider({ slides }: { slides: readonly Slide[] }) {
  const { _: t } = useLingui()
  const [at, setAt] = useState(0)
  const [attention, setAttention] = useState({ hover: false, focus: false })
  const still = usePrefersStill()
  const [paused, setPaused] = useState<boolean>()
  const isPaused = paused ?? still
  const count = slides.length
  const now = Math.min(at, count - 1)
  const isMoving = count > 1 && !isPaused && !attention.hover && !attention.focus
  const seconds = slides[now]?.duration
  const go = (to: number) => setAt((to + count) % count)
  useTurn(isMoving, seconds, now, () => go(now + 1))
  const swipe = useSwipe((step) => go(now + step))
  if (count === 0) return null
  return (
    <section
      className="pk-slider"
      aria-roledescription={t(messages.carousel)}
      aria-label={t(messages.slider)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setAttention({ ...attention, hover: true })}
      onPointerLeave={() => setAttention({ ...attention, hover: false })}
      onFocus={() => setAttention({ ...attention, focus: true })}
      onBlur={() => setAttention({ ...attention, focus: false })}
      {...swipe}
    >
      <div className="pk-slides" aria-live={isMoving ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <SlideView
            key={slide.id}
            slide={slide}
            isVisible={index === now}
            eager={index === 0}
            label={t(messages.slide, { number: index + 1, count })}
          />
        ))}
      </div>
      {count > 1 ? (
        <div className="pk-slider-bar">
          <Button
            kind="icon"
            icon={isPaused ? Play : Pause}
            label={t(isPaused ? messages.play : messages.pause)}
            onClick={() => setPaused(!isPaused)}
          />
          {slides.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className="pk-dot"
              aria-label={t(messages.showSlide, { number: index + 1, count })}
              aria-current={index === now ? 'true' : undefined}
              onClick={() => setAt(index)}
            />
          ))}
        </div>
      ) : null}
    </section>
  )
}

type SlideProps = { slide: Slide; isVisible: boolean; eager: boolean; label: string }

function SlideView({ slide: { image, title, text, button }, isVisible, eager, label }: SlideProps) {
  const { _: t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but none of fields
    <div
      className="pk-slide"
      role="group"
      aria-roledescription={t(messages.slideRole)}
      aria-label={label}
      data-shown={isVisible || undefined}
      inert={!isVisible}
    >
      <PagePicture src={image.src} alt={image.alt} eager={eager} />
      {title || text || button ? (
        <div className="pk-slide-words">
          {title ? <h2>{title}</h2> : null}
          {text ? <p>{text}</p> : null}
          {button ? (
            <PageLink href={button.href} look="button">
              {button.label}
            </PageLink>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Turns to the next slide after its time, unless the page is hidden by then. */
function useTurn(isMoving: boolean, seconds: number | undefined, now: number, turn: () => void): void {
  const latest = useRef(turn)
  latest.current = turn
  useEffect(() => {
    if (!isMoving) return
    const every = Math.max(1, seconds ?? SECONDS) * 1000
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, every)
    return () => clearInterval(timer)
  }, [isMoving, seconds, now])
}

function usePrefersStill(): boolean {
  const [still, setStill] = useState(() => matchMedia(STILL).matches)
  useEffect(() => {
    const media = matchMedia(STILL)
    const look = () => setStill(media.matches)
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return still
}

const STILL = '(prefers-reduced-motion: reduce)'

/** A sideways swipe turns to the next or previous slide; a vertical one scrolls the page. */
function useSwipe(go: (step: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onTouchStart(event: TouchEvent) {
      const finger = event.touches[0]
      from.current = finger && event.touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd(event: TouchEvent) {
      const finger = event.changedTouches[0]
      const start = from.current
      from.current = undefined
      if (!finger || !start) return
      const [x, y] = [finger.clientX - start.x, finger.clientY - start.y]
      if (Math.abs(x) >= SWIPE && Math.abs(x) > Math.abs(y)) go(x < 0 ? 1 : -1)
    },
  }
}
