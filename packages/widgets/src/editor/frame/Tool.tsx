import type { LucideIcon } from 'lucide-react'
import { Icon } from '../../ui/controls/Icon.tsx'

/** A large button with its icon above its label. */
export function Tool(props: {
  icon: LucideIcon
  label: string
  onUse: () => void
  pressed?: boolean
  disabled?: boolean
  /** Used to return the focus to it. */
  name?: string
}) {
  const { icon, label, onUse, pressed, disabled, name } = props
  return (
    <button
      type="button"
      className="pk-tool"
      data-tool={name}
      onClick={onUse}
      aria-pressed={pressed}
      disabled={disabled}
    >
      <Icon of={icon} size={24} />
      <span>{label}</span>
    </button>
  )
}
