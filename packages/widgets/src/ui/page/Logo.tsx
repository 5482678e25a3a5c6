import { useRoot } from '../../rootContext.ts'

const tokens: Readonly<Record<string, string>> = {
  ink: 'var(--pk-ink)',
  soft: 'var(--pk-soft)',
  accent: 'var(--pk-accent)',
  accentInk: 'var(--pk-accent-ink)',
}

/** The provider's logo, drawn from the outlines of its look, so that it follows light and dark. */
export function Logo({ height = 32 }: { height?: number }) {
  const { logo } = useRoot().look
  return (
    <svg
      className="pk-logo"
      role="img"
      aria-label={logo.label}
      viewBox={`0 0 ${logo.width} ${logo.height}`}
      width={Math.round((height * logo.width) / logo.height)}
      height={height}
    >
      {logo.shapes.map(({ d, fill }) => (
        <path key={d} d={d} style={{ fill: tokens[fill] ?? fill }} />
      ))}
    </svg>
  )
}
