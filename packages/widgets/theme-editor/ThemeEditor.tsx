import type { Look } from '@portraitkit/core/provider/look.ts'
import { useEffect, useState } from 'react'
import { mergeLook } from '../src/theme/mergeLook.ts'
import { type Theme, themes } from '../src/theme/readyThemes.ts'
import { Colours } from './Colours.tsx'
import { Contrast } from './Contrast.tsx'
import { Exports } from './Exports.tsx'
import { ImportTheme } from './ImportTheme.tsx'
import { Preview } from './Preview.tsx'
import { Shape } from './Shape.tsx'
import { storedTheme, storeTheme, themeOf } from './theme.ts'

type Props = { provider: string; name: string; own: Look }

/** Edits a look visually: every change shows at once in the real shop next to it. */
export function ThemeEditor({ provider, name, own }: Props) {
  const [theme, setTheme] = useState(() => storedTheme(provider, own) ?? themeOf(own))
  const [appearance, setAppearance] = useState<'light' | 'dark'>('light')
  useEffect(() => storeTheme(provider, theme), [provider, theme])
  const starts: [string, Theme][] = [[name, themeOf(own)], ...Object.entries(themes)]
  return (
    <div className="editor">
      <section className="tools" aria-label="Theme">
        <h1>Theme editor</h1>
        <fieldset className="starts">
          <legend>Begin with</legend>
          {starts.map(([label, start]) => (
            <button key={label} type="button" onClick={() => setTheme(structuredClone(start))}>
              <Swatch colours={start.colours[appearance]} />
              <span>{label}</span>
            </button>
          ))}
        </fieldset>
        <fieldset className="appearance">
          <legend>Appearance</legend>
          {(['light', 'dark'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="appearance"
                checked={appearance === each}
                onChange={() => setAppearance(each)}
              />
              {each === 'light' ? 'Light' : 'Dark'}
            </label>
          ))}
        </fieldset>
        <Contrast colours={theme.colours} />
        <Colours theme={theme} appearance={appearance} onChange={setTheme} />
        <Shape theme={theme} onChange={setTheme} />
        <Exports theme={theme} own={own} />
        <ImportTheme own={own} onBring={setTheme} />
      </section>
      <Preview provider={provider} theme={theme} appearance={appearance} paper={mergeLook(own, theme).colours} />
    </div>
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
