import type { ChangeEvent, ComponentProps } from 'react'
import { type FieldDescription, FieldFrame, type FieldValue, useControl } from './FieldFrame.tsx'

export type FieldProps = FieldDescription &
  FieldValue & { look?: 'plain' | 'code' } & Omit<ComponentProps<'input'>, keyof FieldValue | 'onChange'>

/** A line of text. */
export function Field({ label, hint, error, note, value, onValue, look, ...rest }: FieldProps) {
  const control = useControl({ hint, error })
  return (
    <FieldFrame {...{ label, hint, error, note }} id={control.id}>
      <input
        {...rest}
        {...control}
        part="input"
        data-look={look}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
      />
    </FieldFrame>
  )
}
