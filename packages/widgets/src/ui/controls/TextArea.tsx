import type { ChangeEvent, ComponentProps } from 'react'
import { type FieldDescription, FieldFrame, type FieldValue, useControl } from './FieldFrame.tsx'

export type TextAreaProps = FieldDescription &
  FieldValue &
  Omit<ComponentProps<'textarea'>, keyof FieldValue | 'onChange'>

/** Several lines of text. */
export function TextArea({ label, hint, error, note, value, onValue, ...rest }: TextAreaProps) {
  const control = useControl({ hint, error })
  return (
    <FieldFrame {...{ label, hint, error, note }} id={control.id}>
      <textarea
        {...rest}
        {...control}
        part="input"
        value={value}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onValue(event.target.value)}
      />
    </FieldFrame>
  )
}
