import { useLingui } from '@lingui/react'
import { setYear } from '@portraitkit/core/editor/actions/setYear.ts'
import { parseYear, stepYear } from '@portraitkit/core/editor/design/years.ts'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useStyles, useUiStyles } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import css from '../../ui/order/Quantity.css?inline'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { designYear, thisYear } from './designYear.ts'
import screensCss from './Screens.css?inline'

/** EDT-13: the year of the design. Anything that is not a number, or a past year, becomes this year; minus stops there. */
export function YearScreen() {
  useStyles(screensCss)
  useUiStyles(css)
  const { _: t } = useLingui()
  const { instance, act } = useEditor()
  const { definition } = instance
  const now = thisYear()
  const year = designYear(instance)
  // The input that is not stored yet.
  const [typed, setTyped] = useState<string>()
  const store = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    setTyped(undefined)
    act(setYear, { year: parseYear(currentTarget.value, definition, now) })
  }
  const step = (by: 1 | -1) => act(setYear, { year: stepYear(year, by, definition, now) })
  const isEnd = (by: 1 | -1) => stepYear(year, by, definition, now) === year
  return (
    <div className="pk-tools" data-screen="year">
      <h2 className="pk-tools-heading">{t(messages.year)}</h2>
      <span className="pk-quantity pk-year" part="quantity">
        <Button kind="icon" icon={Minus} label={t(messages.yearBefore)} disabled={isEnd(-1)} onClick={() => step(-1)} />
        <input
          inputMode="numeric"
          maxLength={4}
          aria-label={t(messages.year)}
          value={typed ?? String(year)}
          data-autofocus=""
          onChange={(event) => setTyped(event.target.value)}
          onBlur={store}
          onKeyDown={(event) => event.key === 'Enter' && store(event)}
        />
        <Button kind="icon" icon={Plus} label={t(messages.yearAfter)} disabled={isEnd(1)} onClick={() => step(1)} />
      </span>
      <p className="pk-small pk-soft">{t(messages.yearHint)}</p>
    </div>
  )
}
