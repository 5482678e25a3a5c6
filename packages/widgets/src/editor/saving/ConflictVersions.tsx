import { useLingui } from '@lingui/react'
import { isShopError } from '@portraitkit/core/errors.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { useEffect, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { DesignVersion } from '../../scene/DesignVersion.tsx'
import { firstDifferentPart } from '../../scene/sceneDifference.ts'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { MissingTexts } from './SaveProblem.tsx'

/** The two cards to choose from, side by side on the page where they differ, with when and where each was changed. */
export function ConflictVersions() {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { editor, shownScene } = useEditor()
  const [other, setOther] = useState<ShownScene | 'failed'>()
  const sides = editor.versions()
  const version = sides?.theirs.version
  // When asked again, it is about another version.
  useEffect(() => {
    let isCurrent = true
    const show = (scene: ShownScene | 'failed' | undefined) => isCurrent && setOther(scene)
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
  const part = there && firstDifferentPart(shownScene, there)
  const { width, height } = shownScene.scene.trimBox
  return (
    <>
      <MissingTexts />
      <div className="pk-conflict">
        <DesignVersion
          name={t(messages.keepMine)}
          shownScene={shownScene}
          other={there}
          part={part}
          note={mine === undefined ? undefined : t(messages.conflictMine, { when: time.format(mine) })}
        />
        <DesignVersion
          name={t(messages.keepTheirs)}
          shownScene={there}
          other={shownScene}
          part={part}
          instead={<MissingVersion isFailed={other === 'failed'} ratio={`${width} / ${height}`} />}
          note={theirs.where === 'window' ? t(messages.conflictWindow, saved) : t(messages.conflictDevice, saved)}
        />
      </div>
    </>
  )
}

function MissingVersion({ isFailed, ratio }: { isFailed: boolean; ratio: string }) {
  const { _: t } = useLingui()
  return isFailed ? (
    <p className="pk-soft pk-small">{t(messages.conflictUnseen)}</p>
  ) : (
    <div role="status" aria-label={t(messages.conflictLoading)}>
      <Skeleton ratio={ratio} />
    </div>
  )
}
