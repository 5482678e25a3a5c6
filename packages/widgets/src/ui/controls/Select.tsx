import { ChevronDown } from 'lucide-react'
import type { ChangeEvent, ComponentProps } from 'react'
import { type FieldDescription, FieldFrame, type FieldValue, useControl } from './FieldFrame.tsx'
import { Icon } from './Icon.tsx'

export type SelectProps = FieldDescription &
  FieldValue & { options: readonly { value: string; label: string; disabled?: boolean }[] } & Omit<
    ComponentProps<'select'>,
    keyof FieldValue | 'onChange' | 'children'
  >

/** A choice from a list, in the device's own picker. */
export function Select({ label, hint, error, note, value, onValue, options, ...rest }: SelectProps) {
  const control = useControl({ hint, error })
  return (
    <FieldFrame {...{ label, hint, error, note }} id={control.id}>
      <span className="pk-input-box">
        <select
          {...rest}
          {...control}
          part="input"
          className="pk-input pk-select"
          value={value}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => onValue(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pk-input-end">
          <Icon of={ChevronDown} />
        </span>
      </span>
    </FieldFrame>
  )
}
