import type { Appearance, Look } from '@portraitkit/core/provider/look.ts'
import { type Theme, themes } from '../src/theme/readyThemes.ts'
import { Colours } from './Colours.tsx'
import { Contrast } from './Contrast.tsx'
import { ImportTheme } from './ImportTheme.tsx'
import { Shape } from './Shape.tsx'
import { themeOf } from './theme.ts'

type Props = {
  name: string
  own: Look
  theme: Theme
  appearance: Appearance
  onAppearance: (appearance: Appearance) => void
  onTheme: (theme: Theme) => void
}

/** Colours, type and shape. */
export function LookTools({ name, own, theme, appearance, onAppearance, onTheme }: Props) {
  const starts: [string, Theme][] = [[name, themeOf(own)], ...Object.entries(themes)]
  return (
    <>
      <fieldset className="starts">
        <legend>Begin with</legend>
        {starts.map(([label, start]) => (
          <button key={label} type="button" onClick={() => onTheme(structuredClone(start))}>
            <Swatch colours={start.colours[appearance]} />
            <span>{label}</span>
          </button>
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend>Appearance</legend>
        {(['light', 'dark'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="appearance" checked={appearance === each} onChange={() => onAppearance(each)} />
            {each === 'light' ? 'Light' : 'Dark'}
          </label>
        ))}
      </fieldset>
      <Contrast colours={theme.colours} />
      <Colours theme={theme} appearance={appearance} onChange={onTheme} />
      <Shape theme={theme} onChange={onTheme} />
      <ImportTheme own={own} onBring={onTheme} />
    </>
  )
}

/** A look at a glance. */
function Swatch({ colours }: { colours: Look['colours']['light'] }) {
  return (
    <span className="swatch" aria-hidden="true" style={{ background: colours.paper, borderColor: colours.line }}>
      <span style={{ background: colours.accent }} />
      <span style={{ background: colours.ink }} />
      <span style={{ background: colours.wash }} />
    </span>
  )
}
