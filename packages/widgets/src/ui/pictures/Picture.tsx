import { ImageOff } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'

export type PictureProps = {
  /** What the picture shows; empty if the text next to it says so. */
  alt: string
  width: number
  height: number
  /** Addresses by the length of the long edge in pixels, as in the contract. */
  addresses: Readonly<Record<string, string>>
  /** Its width on the page, as in `<img sizes>`. */
  sizes: string
  /** A blurred miniature to start with. */
  placeholder?: string | undefined
  /** Fetches new addresses, once, when one fails: for example because it expired while the tab was asleep. */
  onExpired?: (() => Promise<Readonly<Record<string, string>> | undefined>) | undefined
  /** `eager` for pictures that are visible at first. */
  loading?: 'lazy' | 'eager'
  /** Shown in its place when it cannot be shown. */
  failedLabel: string
  children?: ReactNode
}

/** How long a picture that failed does not request new addresses again. */
const RENEWAL_INTERVAL_MS = 60_000

/** A picture with its space reserved, blurred until it has loaded, which requests a new address once when its own fails. */
export function Picture(props: PictureProps) {
  const {
    alt,
    width,
    height,
    addresses,
    sizes,
    placeholder,
    onExpired,
    loading = 'lazy',
    failedLabel,
    children,
  } = props
  const listed = Object.values(addresses).join(' ')
  const [given, setGiven] = useState(listed)
  const [current, setCurrent] = useState(addresses)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const renewed = useRef(Number.NEGATIVE_INFINITY)
  // While rendering and not in an effect, which could undo an earlier renewal.
  if (given !== listed) {
    setGiven(listed)
    setCurrent(addresses)
  }

  const fail = async () => {
    // If new addresses fail too, it does not ask again, so that a deleted picture is not requested for ever.
    if (!onExpired || performance.now() - renewed.current < RENEWAL_INTERVAL_MS) return setState('failed')
    renewed.current = performance.now()
    const fresh = await onExpired().catch(() => undefined)
    if (fresh) setCurrent(fresh)
    else setState('failed')
  }
  return (
    <span className="pk-picture" part="picture" data-state={state} style={{ aspectRatio: `${width} / ${height}` }}>
      {placeholder && state !== 'failed' ? <img className="pk-picture-blur" src={placeholder} alt="" /> : null}
      <img
        className="pk-picture-sharp"
        src={smallestOver(current, 640)}
        srcSet={sourceSet(current, width, height)}
        sizes={sizes}
        width={width}
        height={height}
        alt={state === 'failed' ? '' : alt}
        loading={loading}
        decoding="async"
        draggable={false}
        onLoad={() => {
          renewed.current = Number.NEGATIVE_INFINITY
          setState('shown')
        }}
        onError={() => void fail()}
      />
      {state === 'failed' ? (
        <span className="pk-picture-failed" role="img" aria-label={alt}>
          <Icon of={ImageOff} />
          {failedLabel}
        </span>
      ) : null}
      {children}
    </span>
  )
}

/** `srcset` counts widths; the addresses count the long edge. */
export function sourceSet(addresses: Readonly<Record<string, string>>, width: number, height: number): string {
  const share = width / Math.max(width, height)
  return Object.entries(addresses)
    .map(([edge, address]) => `${address} ${Math.round(Number(edge) * share)}w`)
    .join(', ')
}

function smallestOver(addresses: Readonly<Record<string, string>>, edge: number): string | undefined {
  const sizes = Object.keys(addresses).map(Number)
  const fitting = sizes.filter((size) => size >= edge)
  return addresses[String(fitting.length > 0 ? Math.min(...fitting) : Math.max(...sizes))]
}
