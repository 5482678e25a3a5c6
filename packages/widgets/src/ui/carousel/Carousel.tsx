import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useUiStyles } from '../../rootContext.ts'
import { Icon } from '../controls/Icon.tsx'
import css from './Carousel.css?inline'

export type CarouselProps = {
  /** What it contains. */
  label: string
  previousLabel: string
  nextLabel: string
  items: ReadonlyArray<{ key: string; content: ReactNode }>
}

/**
 * Cards in one row, moved by touch, wheel or arrow keys, or by two buttons, which are visible as long as something is out of
 * sight. For a screen reader it is a list.
 */
export function Carousel({ label, previousLabel, nextLabel, items }: CarouselProps) {
  useUiStyles(css)
  const row = useRef<HTMLUListElement>(null)
  const { before, after } = useHidden(row, items.length)
  const push = (by: 1 | -1) => {
    const node = row.current
    const [one, other] = [...(node?.children ?? [])] as HTMLElement[]
    if (!node || !one) return
    const step = other ? other.offsetLeft - one.offsetLeft : one.offsetWidth
    node.scrollBy({ left: by * step, behavior: isStill() ? 'auto' : 'smooth' })
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined
    if (!by || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    push(by)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys on its content move the row
    <section className="pk-carousel" part="carousel" onKeyDown={press}>
      {before || after ? (
        <div className="pk-carousel-ways">
          <Way icon={ChevronLeft} label={previousLabel} leads={before} onClick={() => push(-1)} />
          <Way icon={ChevronRight} label={nextLabel} leads={after} onClick={() => push(1)} />
        </div>
      ) : null}
      <ul ref={row} className="pk-carousel-row" aria-label={label} data-count={Math.min(items.length, 4)}>
        {items.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
    </section>
  )
}

/** At an end it keeps the focus and does nothing. */
function Way(props: { icon: LucideIcon; label: string; leads: boolean; onClick: () => void }) {
  const { icon, label, leads, onClick } = props
  return (
    <button
      type="button"
      className="pk-button"
      data-kind="icon"
      aria-label={label}
      aria-disabled={!leads || undefined}
      onClick={leads ? onClick : undefined}
    >
      <Icon of={icon} />
    </button>
  )
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether something is hidden to the left or to the right. */
function useHidden(row: { current: HTMLElement | null }, count: number): { before: boolean; after: boolean } {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const node = row.current
    if (!node) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = node
      const before = scrollLeft > 4
      const after = scrollLeft + clientWidth < scrollWidth - 4
      setHidden((current) => (current.before === before && current.after === after ? current : { before, after }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(node)
    node.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', look)
    }
  }, [row, count])
  return hidden
}
