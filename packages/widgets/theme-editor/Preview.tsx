import type { Appearance, Look } from '@portraitkit/core/provider/look.ts'
import { createElement, useEffect, useRef, useState } from 'react'
import type { Theme } from '../src/theme/readyThemes.ts'

const VIEWS = {
  'pk-shop': 'The whole shop',
  'pk-code-entry': 'Entering a code',
  'pk-login': 'Signing in',
  'pk-template-list': 'Cards',
  'pk-cart': 'Shopping cart',
  'pk-checkout': 'Checkout',
  'pk-contact-us': 'Contact',
} as const
type View = keyof typeof VIEWS

type Props = { provider: string; theme: Theme; appearance: Appearance; paper: Look['colours'] }

/** The real shop with the theme. */
export function Preview({ provider, theme, appearance, paper }: Props) {
  const [view, setView] = useState<View>('pk-shop')
  const [isPhone, setPhone] = useState(true)
  const element = useRef<HTMLElement & { theme?: Theme; mode?: Appearance }>(null)
  useEffect(() => {
    if (element.current) Object.assign(element.current, { theme, mode: appearance })
  }, [view, theme, appearance])
  return (
    <section className="preview" aria-label="Preview" style={{ background: paper[appearance].paper }}>
      <div className="bar">
        <select aria-label="View" value={view} onChange={(event) => setView(event.target.value as View)}>
          {Object.entries(VIEWS).map(([tag, label]) => (
            <option key={tag} value={tag}>
              {label}
            </option>
          ))}
        </select>
        <label>
          <input type="checkbox" checked={isPhone} onChange={(event) => setPhone(event.target.checked)} />
          As wide as a phone
        </label>
      </div>
      <div className="stage" data-phone={isPhone || undefined}>
        {createElement(view, { key: view, ref: element, provider })}
      </div>
    </section>
  )
}
