import type { Look } from '@portraitkit/core/provider/look.ts'
import { useId, useState } from 'react'
import type { Theme } from '../src/theme/readyThemes.ts'
import { readTheme } from './theme.ts'

/** Imports a theme from JSON. */
export function ImportTheme({ own, onBring }: { own: Look; onBring: (theme: Theme) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<string[]>([])
  const importTheme = () => {
    const read = readTheme(text, own)
    setFaults('faults' in read ? read.faults : [])
    if ('theme' in read) {
      onBring(read.theme)
      setText('')
    }
  }
  return (
    <fieldset className="bring">
      <legend>Continue with a theme</legend>
      <label htmlFor={id}>JSON of a theme, or of some of its parts</label>
      <textarea id={id} rows={4} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
      <ul className="faults" role="alert">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <button type="button" disabled={text.trim() === ''} onClick={importTheme}>
        Use it
      </button>
    </fieldset>
  )
}
