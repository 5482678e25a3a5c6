import { useLingui } from '@lingui/react'
import { hasWithheldPictures } from '@portraitkit/core/editor/design/withheldPictures.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { useSnapshot } from 'valtio'
import { Notice } from '../../ui/page/Notice.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** Why the card can no longer be shown or saved, on every screen: its pictures may have been withdrawn meanwhile. */
export function SaveProblem() {
  const { _: t } = useLingui()
  const { editor, state, instance } = useEditor()
  const { saving } = editor.state
  if (state.sceneError) return <ProblemNotice>{state.sceneError}</ProblemNotice>
  if (state.unset) {
    return (
      <div className="pk-refused">
        <MissingTexts />
      </div>
    )
  }
  if (hasWithheldPictures(instance)) return <ProblemNotice>{t(messages.lost)}</ProblemNotice>
  // On the main screen, the save status shows it.
  return saving && instance.menu !== 'main' ? <NotSaved state={saving} /> : null
}

/** Names texts that cannot be laid out yet, as without a connection, because the page does not show them. */
export function MissingTexts() {
  const { _: t } = useLingui()
  const { state, shownScene, instance } = useEditor()
  const { unset } = state
  if (!unset) return null
  const nodes = shownScene.scene.parts.flatMap((part) => part.nodes)
  const texts = nodes.flatMap((node) => (node.kind === 'glyphs' && unset.includes(node.id) ? [node.text] : []))
  return (
    <Notice>
      {t(messages.unset)}
      {/* While typing, the text is visible in the field. */}
      {instance.menu === 'text' ? null : texts.map((text) => text && [' ', <q key={text}>{text}</q>])}
    </Notice>
  )
}

function NotSaved({ state }: { state: AutosaveState }) {
  const { status, refusal } = useSnapshot(state)
  return status === 'stopped' && refusal ? <ProblemNotice>{refusal}</ProblemNotice> : null
}

function ProblemNotice({ children }: { children: string }) {
  return (
    <div className="pk-refused">
      <Notice kind="danger">{children}</Notice>
    </div>
  )
}
