import { Minus, Plus } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useUiStyles } from '../../rootContext.ts'
import { Button } from '../controls/Button.tsx'
import css from './Quantity.css?inline'

export type QuantityProps = {
  /** The name of the field, such as 'Quantity of card Snow'. */
  label: string
  fewerLabel: string
  moreLabel: string
  value: number
  onValue: (value: number) => void
  /** The minimum quantity; 0 only if the caller allows it. */
  minimum?: number
  maximum?: number
  disabled?: boolean
}

/** A quantity, set by buttons or typed. Anything that is not a number or too small becomes the minimum (000 §5). */
export function Quantity(props: QuantityProps) {
  useUiStyles(css)
  const { label, fewerLabel, moreLabel, value, onValue, minimum = 1, maximum = value + 100, disabled } = props
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const choose = (requested: number) => {
    const allowed = allowedQuantity(requested, minimum, maximum)
    setTyped(String(allowed))
    if (allowed !== value) onValue(allowed)
  }
  return (
    <span className="pk-quantity" part="quantity">
      <Button
        kind="icon"
        icon={Minus}
        label={fewerLabel}
        disabled={disabled || value <= minimum}
        onClick={() => choose(value - 1)}
      />
      <input
        inputMode="numeric"
        aria-label={label}
        value={typed}
        disabled={disabled}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value)}
        onBlur={() => choose(Number(typed))}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && choose(Number(typed))}
      />
      <Button
        kind="icon"
        icon={Plus}
        label={moreLabel}
        disabled={disabled || value >= maximum}
        onClick={() => choose(value + 1)}
      />
    </span>
  )
}

/** The allowed whole number nearest to the requested one. */
export function allowedQuantity(quantity: number, minimum: number, maximum: number): number {
  if (!Number.isInteger(quantity) || quantity < minimum) return minimum
  return Math.min(quantity, maximum)
}
