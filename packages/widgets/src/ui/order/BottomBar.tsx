import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../controls/Button.tsx'

export type BottomBarProps = Omit<ButtonProps, 'kind' | 'width'> & {
  /** At the end of the button. Already formatted as money. */
  price?: string
  /** A short line above, such as what is included. */
  before?: ReactNode
}

/** The one primary action of a view: in a bar within thumb's reach on a phone, in the flow on a desktop. */
export function BottomBar({ price, before, children, ...button }: BottomBarProps) {
  return (
    <div className="pk-bottom-bar" part="bottom-bar">
      {before ? <p className="pk-bottom-bar-note">{before}</p> : null}
      <Button {...button} kind="primary">
        <span>{children}</span>
        {price ? (
          <span className="pk-bottom-bar-price pk-price" translate="no">
            {price}
          </span>
        ) : null}
      </Button>
    </div>
  )
}
