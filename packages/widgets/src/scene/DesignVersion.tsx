import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { ReactNode } from 'react'
import { useStyles } from '../rootContext.ts'
import css from './DesignVersion.css?inline'
import { SceneView } from './SceneView.tsx'
import { textsOnlyIn } from './sceneDifference.ts'

type DesignVersionProps = {
  name: string
  shownScene: ShownScene | null | undefined
  /** The design to compare with, and the page on which they differ. */
  other: ShownScene | null | undefined
  part: string | undefined
  /** Shown instead of a design that is not available. */
  instead?: ReactNode
  note: string | undefined
}

/** One of two designs to choose from: the page on which they differ, as it is printed, even for a gift. */
export function DesignVersion({ name, shownScene, other, part, instead = null, note }: DesignVersionProps) {
  useStyles(css)
  const texts = shownScene && other ? textsOnlyIn(shownScene, other) : []
  return (
    <figure>
      {shownScene ? <SceneView shownScene={shownScene} part={part} label={name} /> : instead}
      <figcaption>
        <strong>{name}</strong>
        {texts.map((text) => (
          <q key={text}>{text}</q>
        ))}
        {note ? <span className="pk-small pk-soft">{note}</span> : null}
      </figcaption>
    </figure>
  )
}
