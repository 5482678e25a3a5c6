import { times } from '@portraitkit/core/natives.ts'

/** The shape of content that is loading. `lines` of text, or a block with an aspect ratio such as '4 / 5'. */
export function Skeleton({ lines, ratio, width = '100%' }: { lines?: number; ratio?: string; width?: string }) {
  if (!lines)
    return <span className="pk-skeleton" aria-hidden="true" style={{ aspectRatio: ratio ?? '1', inlineSize: width }} />
  return (
    <span className="pk-stack" aria-hidden="true">
      {times(lines, (line) => (
        <span
          key={line}
          className="pk-skeleton"
          style={{ blockSize: '1em', inlineSize: line === lines - 1 && lines > 1 ? '62%' : width }}
        />
      ))}
    </span>
  )
}
