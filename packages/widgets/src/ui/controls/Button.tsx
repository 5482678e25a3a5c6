import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useRoot } from '../../rootContext.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon'

type Common = {
  kind?: ButtonKind
  /** `full` fills its column, as buttons on a phone do. */
  width?: 'content' | 'full'
  icon?: LucideIcon
  children?: ReactNode
}

export type ButtonProps = Common &
  ComponentProps<'button'> & {
    /** While busy the button keeps its size and label, shows a spinner and ignores a second click. */
    busy?: boolean
    /** The name of a button that shows only an icon. */
    label?: string
  }

/** A button. One `primary` per screen; `quiet` for actions that leave it. */
export function Button({
  kind = 'secondary',
  width = 'content',
  icon,
  busy,
  label,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="pk-button"
      part={`button button-${kind}`}
      data-kind={kind}
      data-width={width}
      data-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-label={label}
      onClick={busy ? stop : onClick}
    >
      {busy ? <Spinner /> : icon ? <Icon of={icon} /> : null}
      {children}
    </button>
  )
}

const stop = (event: MouseEvent) => event.preventDefault()

export type LinkButtonProps = Common & {
  to: RouteName
  params?: RouteParams
  /** `text` looks like a link in running text. */
  look?: 'button' | 'text' | 'back' | 'bare'
  label?: string
  /** It leads to the current view. */
  current?: boolean
  onFollow?: () => void
}

/** A link to a view of the shop: a real address for the browser, `pk-navigate` for the page. */
export function LinkButton(props: LinkButtonProps) {
  const {
    to,
    params = {},
    kind = 'secondary',
    width = 'content',
    look = 'button',
    icon,
    label,
    children,
    current,
    onFollow,
  } = props
  const { hrefOf, navigate } = useRoot()
  const follow = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    onFollow?.()
    navigate(to, params)
  }
  const className = { button: 'pk-button', back: 'pk-back', text: undefined, bare: 'pk-bare' }[look]
  return (
    <a
      className={className}
      href={hrefOf(to, params)}
      onClick={follow}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      {...(look === 'button' ? { 'data-kind': kind, 'data-width': width } : {})}
    >
      {icon ? <Icon of={icon} /> : null}
      {children}
    </a>
  )
}
