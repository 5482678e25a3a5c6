import { useLingui } from '@lingui/react'
import { useId } from 'react'
import { messages } from './messages.ts'

// 001 §2.4: the picture source is the picture set or the recent images, which are the customer's own.
export type Source = 'set' | 'own'

/** Selects the source of pictures. Arrow keys move, as in all radio groups. */
export function SourceSwitch({ value, onValue }: { value: Source; onValue: (value: Source) => void }) {
  const { _: t } = useLingui()
  const name = useId()
  return (
    <fieldset className="pk-source">
      <legend className="pk-unseen">{t(messages.source)}</legend>
      {(['set', 'own'] as const).map((source) => (
        <label key={source}>
          <input type="radio" name={name} checked={source === value} onChange={() => onValue(source)} />
          {t(source === 'set' ? messages.fromSet : messages.fromOwn)}
        </label>
      ))}
    </fieldset>
  )
}
