import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { ReactNode } from 'react'
import { useStyles } from '../rootContext.ts'
import css from './DesignVersion.css?inline'
import { SceneView } from './SceneView.tsx'
import { textsOnlyIn } from './sceneDifference.ts'

type DesignVersionProps = {
  name: string
  shownScene: ShownScene | null | undefined
  /** What it is compared with, and the page on which they differ. */
  other: ShownScene | null | undefined
  part: string | undefined
  /** In the place of a design that is not shown. */
  instead?: ReactNode
  note: string | undefined
}

/** One of two designs of which one is to be kept: where they differ, as it is printed, though it be a gift. */
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
