import { useLingui } from '@lingui/react'
import { createCart } from '@portraitkit/core/cart/state.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmButton } from '../../ui/windows/ConfirmButton.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { SaveLine } from './SaveLine.tsx'

/** The save state of the card, or of the page that it is a part of. */
export function SaveStatus() {
  const { editor, state, saveState: pageSaveState } = useEditor()
  const saving = editor.state.saving
  if (pageSaveState) return <SavedItem {...pageSaveState} />
  return saving ? (
    <SaveStatusText state={saving} isContinued={state.isContinued} isLine={state.origin === 'line'} />
  ) : null
}

/** Other save problems are shown by the page around it, the only one that can act on them. */
function SavedItem({ state, isAside }: { state: AutosaveState; isAside: boolean }) {
  const { status } = useSnapshot(state)
  return (
    <div className="pk-saved pk-small pk-soft">
      <CardSaveStatus status={status} isAside={isAside} />
    </div>
  )
}

type CardSaveStatusProps = { status: AutosaveState['status']; isAside: boolean; refusal?: string | undefined }

function CardSaveStatus({ status, isAside, refusal }: CardSaveStatusProps) {
  const { _: t } = useLingui()
  return (
    <SaveLine
      status={status}
      refusal={refusal}
      texts={{
        saving: t(messages.saving),
        saved: t(isAside ? messages.keptAside : messages.saved),
        waiting: t(messages.waiting),
      }}
    />
  )
}

function SaveStatusText({
  state,
  isContinued,
  isLine,
}: {
  state: AutosaveState
  isContinued: boolean
  isLine: boolean
}) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { editor, state: editorState, goTo, onWindowChange: onWindow } = useEditor()
  // Another window may have put it into the cart.
  useSnapshot(shop.part(createCart).state)
  const { status, refusal } = useSnapshot(state)
  const canStartOver = isContinued && status === 'idle'
  return (
    <div className="pk-saved pk-small pk-soft">
      {canStartOver ? (
        <>
          <span>{t(messages.continued)}</span>
          <ConfirmButton
            label={t(messages.startOver)}
            title={t(messages.startOverTitle)}
            cancelLabel={t(messages.cancel)}
            closeLabel={t(messages.close)}
            onConfirm={() => void editor.startOver()}
            onWindow={onWindow}
          >
            <p>{t(messages.startOverText)}</p>
          </ConfirmButton>
        </>
      ) : null}
      <CardSaveStatus
        status={status}
        isAside={isLine && !editor.isInCart()}
        refusal={refusal === editorState.sceneError ? undefined : refusal}
      />
      {status === 'conflict' ? <span>{t(messages.conflict)}</span> : null}
      {status === 'signed-out' ? (
        <>
          <span role="status">{t(messages.signedOut)}</span>
          <Button kind="quiet" onClick={() => void goTo(editor.signIn())}>
            {t(messages.signIn)}
          </Button>
        </>
      ) : null}
    </div>
  )
}
