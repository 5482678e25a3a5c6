import { fontFamilies, lookRanges } from '@portraitkit/core/provider/lookRanges.ts'
import { useId } from 'react'
import type { Theme } from '../src/theme/readyThemes.ts'
import { useTextField } from './useTextField.ts'

type Props = { theme: Theme; onChange: (theme: Theme) => void }

/** Type, corners, spacing and the background of the first screen. */
export function Shape({ theme, onChange }: Props) {
  const { type, radius, space, background } = theme
  const set = (change: Partial<Theme>) => onChange({ ...theme, ...change })
  const setType = (change: Partial<Theme['type']>) => set({ type: { ...type, ...change } })
  return (
    <fieldset className="shape">
      <legend>Type and shape</legend>
      <Fonts label="Text font" value={type.body} onChange={(body) => setType({ body })} />
      <Fonts label="Heading font" value={type.heading} onChange={(heading) => setType({ heading })} />
      <Slide
        label="Text size"
        unit="px"
        range={[...lookRanges['type.size'], 0.5]}
        value={type.size}
        onChange={(size) => setType({ size })}
      />
      <Slide
        label="Steps of size"
        range={[...lookRanges['type.scale'], 0.01]}
        value={type.scale}
        onChange={(scale) => setType({ scale })}
      />
      <Slide
        label="Weight of headings"
        range={[...lookRanges['type.headingWeight'], 50]}
        value={type.headingWeight}
        onChange={(headingWeight) => setType({ headingWeight })}
      />
      <Slide
        label="Letter spacing of headings"
        unit="em"
        range={[...lookRanges['type.headingTracking'], 0.005]}
        value={type.headingTracking}
        onChange={(headingTracking) => setType({ headingTracking })}
      />
      <Slide
        label="Corners"
        unit="px"
        range={[...lookRanges.radius, 1]}
        value={radius}
        onChange={(value) => set({ radius: value })}
      />
      <Slide
        label="Air"
        range={[...lookRanges.space, 0.05]}
        value={space}
        onChange={(value) => set({ space: value })}
      />
      <Background value={background} onChange={(value) => set({ background: value })} />
    </fieldset>
  )
}

/** A list of font families. */
function Fonts({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  const written = useTextField(value, fontFamilies, onChange)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        spellCheck={false}
        value={written.value}
        aria-invalid={written.isUnusable}
        onChange={(event) => written.write(event.target.value)}
        onBlur={written.leave}
      />
    </div>
  )
}

type SlideProps = {
  label: string
  unit?: string
  /** Minimum, maximum, and step. */
  range: readonly [min: number, max: number, step: number]
  value: number
  onChange: (value: number) => void
}

function Slide({ label, unit = '', range: [min, max, step], value, onChange }: SlideProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>
        {value}
        {unit}
      </output>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

const BACKGROUNDS = { plain: 'Plain', glow: 'Warm light from above', aurora: 'Quiet band of light' } as const

function Background({
  value,
  onChange,
}: {
  value: Theme['background']
  onChange: (value: Theme['background']) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Behind the first screen</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Theme['background'])}>
        {Object.entries(BACKGROUNDS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
