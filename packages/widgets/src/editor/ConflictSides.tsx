import { isShopError } from '@portraitkit/core/errors.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import { SceneView } from '../scene/SceneView.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './ConflictSides.css?inline'
import { messages } from './messages.ts'
import { Unset } from './Refused.tsx'
import { useEditor } from './useEditor.ts'

/** The two cards of which one is to be kept, side by side where they differ, with when and where each was changed, if it was. */
export function ConflictSides() {
  useStyles(css)
  const t = useT(messages)
  const { language } = useRoot()
  const { editor, shown } = useEditor()
  const [other, setOther] = useState<ShownScene | 'failed'>()
  useEffect(() => {
    editor.showTheirs().then(setOther, (error: unknown) => {
      if (!isShopError(error)) throw error
      setOther('failed')
    })
  }, [editor])
  const sides = editor.sides()
  if (!sides) return null
  const { mine, theirs } = sides
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const saved = { when: time.format(new Date(theirs.changed)) }
  const part = typeof other === 'object' ? differingPart(shown, other) : undefined
  const { width, height } = shown.scene.trimBox
  return (
    <>
      <Unset />
      <div className="pk-conflict">
        <Side
          name={t('editor.keepMine')}
          when={mine === undefined ? undefined : t('editor.conflictMine', { when: time.format(mine) })}
          card={<SceneView shown={shown} part={part} label={t('editor.keepMine')} />}
        />
        <Side
          name={t('editor.keepTheirs')}
          when={theirs.where === 'window' ? t('editor.conflictWindow', saved) : t('editor.conflictDevice', saved)}
          card={
            typeof other === 'object' ? (
              <SceneView shown={other} part={part} label={t('editor.keepTheirs')} />
            ) : other === 'failed' ? (
              <p className="pk-soft pk-small">{t('editor.conflictUnseen')}</p>
            ) : (
              <div role="status" aria-label={t('editor.conflictLoading')}>
                <Skeleton ratio={`${width} / ${height}`} />
              </div>
            )
          }
        />
      </div>
    </>
  )
}

function Side({ name, when, card }: { name: string; when: string | undefined; card: ReactNode }) {
  return (
    <figure>
      {card}
      <figcaption>
        <strong>{name}</strong>
        {when ? <span className="pk-small pk-soft">{when}</span> : null}
      </figcaption>
    </figure>
  )
}

/** The first page on which they are not alike. */
function differingPart({ scene }: ShownScene, other: ShownScene): string | undefined {
  const theirs = new Map(other.scene.parts.map(({ id, nodes }) => [id, canonicalJson(nodes)]))
  return scene.parts.find(({ id, nodes }) => theirs.has(id) && theirs.get(id) !== canonicalJson(nodes))?.id
}
