import { contrastProblems } from '@portraitkit/core/provider/contrast.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'

/** Lists the pairs of colours with too little contrast, while they are being chosen. */
export function Contrast({ colours }: { colours: Look['colours'] }) {
  const problems = contrastProblems(colours)
  if (problems.length === 0) {
    return (
      <p className="contrast" role="status">
        Everybody can read this: all pairs of colours have enough contrast, light and dark.
      </p>
    )
  }
  return (
    <div className="contrast" data-weak="" role="status">
      <p>
        {problems.length === 1 ? 'One pair of colours is' : `${problems.length} pairs of colours are`} hard to read:
      </p>
      <ul>
        {problems.map(({ appearance, front, ground, contrast, needed }) => (
          <li key={`${appearance} ${front} ${ground}`}>
            {front} on {ground} ({appearance}): {contrast.toFixed(1)}, at least {needed} is needed
          </li>
        ))}
      </ul>
    </div>
  )
}
