import type { Appearance, Palette } from '@portraitkit/core/provider/look.ts'
import { colour } from '@portraitkit/core/provider/lookRanges.ts'
import { useId } from 'react'
import type { Theme } from '../src/theme/readyThemes.ts'
import { useTextField } from './useTextField.ts'

const NAMES: Readonly<Record<keyof Palette, string>> = {
  paper: 'Paper: the page background',
  raised: 'Raised: cards, dialogs, fields',
  sunken: 'Sunken: recessed areas, around pictures',
  ink: 'Ink: text',
  soft: 'Soft: secondary text',
  line: 'Line: thin dividing lines',
  edge: 'Edge: outlines of controls',
  accent: 'Accent: the primary button',
  onAccent: 'On accent: its text',
  accentInk: 'Accent ink: links, icons, focus',
  wash: 'Wash: the selected item',
  danger: 'Danger: errors',
  good: 'Good: success messages',
}

type Props = { theme: Theme; appearance: Appearance; onChange: (theme: Theme) => void }

export function Colours({ theme, appearance, onChange }: Props) {
  const palette = theme.colours[appearance]
  const set = (name: keyof Palette, value: string) =>
    onChange({ ...theme, colours: { ...theme.colours, [appearance]: { ...palette, [name]: value } } })
  return (
    <fieldset className="colours">
      <legend>Colours</legend>
      {(Object.keys(NAMES) as (keyof Palette)[]).map((name) => (
        <Colour key={name} label={NAMES[name]} value={palette[name]} onChange={(value) => set(name, value)} />
      ))}
    </fieldset>
  )
}

/** A colour, chosen in the browser's own picker or typed. */
function Colour({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  const written = useTextField(value, colour, (text) => onChange(text.toLowerCase()))
  return (
    <div className="colour">
      <input
        type="color"
        aria-label={`Choose ${label}`}
        value={value}
        onChange={(event) => written.write(event.target.value)}
      />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="written"
        spellCheck={false}
        autoComplete="off"
        value={written.value}
        aria-invalid={written.isUnusable}
        onChange={(event) => written.write(event.target.value.trim())}
        onBlur={written.leave}
      />
    </div>
  )
}
