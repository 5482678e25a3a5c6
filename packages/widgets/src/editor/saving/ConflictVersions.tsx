import { isShopError } from '@portraitkit/core/errors.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../locales/useT.ts'
import { useRoot, useStyles } from '../../rootContext.ts'
import { SceneView } from '../../scene/SceneView.tsx'
import { firstDifferentPart, textsOnlyIn } from '../../scene/sceneDifference.ts'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import css from './ConflictVersions.css?inline'
import { MissingTexts } from './SaveProblem.tsx'

/** The two cards of which one is to be kept, side by side where they differ, with when and where each was changed, if it was. */
export function ConflictVersions() {
  useStyles(css)
  const t = useT(messages)
  const { language } = useRoot()
  const { editor, shown } = useEditor()
  const [other, setOther] = useState<ShownScene | 'failed'>()
  const sides = editor.versions()
  const version = sides?.theirs.version
  // Asked again, it is about another one.
  useEffect(() => {
    let isCurrent = true
    const show = (shown: ShownScene | 'failed' | undefined) => isCurrent && setOther(shown)
    setOther(undefined)
    editor.fetchOtherScene().then(show, (error: unknown) => {
      if (!isShopError(error)) throw error
      show('failed')
    })
    return () => {
      isCurrent = false
    }
  }, [editor, version])
  if (!sides) return null
  const { mine, theirs } = sides
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const saved = { when: time.format(new Date(theirs.changed)) }
  const there = typeof other === 'object' ? other : undefined
  const part = there && firstDifferentPart(shown, there)
  const { width, height } = shown.scene.trimBox
  return (
    <>
      <MissingTexts />
      <div className="pk-conflict">
        <Version
          name={t('editor.keepMine')}
          when={mine === undefined ? undefined : t('editor.conflictMine', { when: time.format(mine) })}
          texts={there ? textsOnlyIn(shown, there) : []}
          card={<SceneView shown={shown} part={part} label={t('editor.keepMine')} />}
        />
        <Version
          name={t('editor.keepTheirs')}
          when={theirs.where === 'window' ? t('editor.conflictWindow', saved) : t('editor.conflictDevice', saved)}
          texts={there ? textsOnlyIn(there, shown) : []}
          card={
            there ? (
              <SceneView shown={there} part={part} label={t('editor.keepTheirs')} />
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

type SideProps = { name: string; when: string | undefined; texts: readonly string[]; card: ReactNode }

function Version({ name, when, texts, card }: SideProps) {
  return (
    <figure>
      {card}
      <figcaption>
        <strong>{name}</strong>
        {texts.map((text) => (
          <q key={text}>{text}</q>
        ))}
        {when ? <span className="pk-small pk-soft">{when}</span> : null}
      </figcaption>
    </figure>
  )
}
