import { createCart } from '@portraitkit/core/cart/state.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { CloudCheck, CloudOff } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { ConfirmButton } from '../../ui/windows/ConfirmButton.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** Whether the card is kept, or the page that it is a part of. */
export function SaveStatus() {
  const { editor, state, saveState: kept } = useEditor()
  const saving = editor.state.saving
  if (kept) return <SavedItem {...kept} />
  return saving ? (
    <SaveStatusText state={saving} isContinued={state.isContinued} isLine={state.found === 'line'} />
  ) : null
}

/** What else becomes of it its page says, which alone can do something about it. */
function SavedItem({ state, isAside }: { state: AutosaveState; isAside: boolean }) {
  const { status } = useSnapshot(state)
  return (
    <div className="pk-saved pk-small pk-soft">
      <CardSaveStatus status={status} isAside={isAside} />
    </div>
  )
}

function CardSaveStatus({ status, isAside }: { status: AutosaveState['status']; isAside: boolean }) {
  const t = useT(messages)
  if (status === 'saving') return <span>{t('editor.saving')}</span>
  if (status === 'saved')
    return (
      <span className="pk-row">
        <Icon of={CloudCheck} size={16} />
        {t(isAside ? 'editor.keptAside' : 'editor.saved')}
      </span>
    )
  if (status !== 'waiting') return null
  return (
    <span className="pk-row" role="status">
      <Icon of={CloudOff} size={16} />
      {t('editor.waiting')}
    </span>
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
  const t = useT(messages)
  const { shop } = useRoot()
  const { editor, state: shown, goTo, onWindowChange: onWindow } = useEditor()
  // Another window may have put it there.
  useSnapshot(shop.part(createCart).state)
  const { status, refusal } = useSnapshot(state)
  const canStartOver = isContinued && status === 'idle'
  return (
    <div className="pk-saved pk-small pk-soft">
      {canStartOver ? (
        <>
          <span>{t('editor.continued')}</span>
          <ConfirmButton
            label={t('editor.startOver')}
            title={t('editor.startOverTitle')}
            cancelLabel={t('editor.cancel')}
            closeLabel={t('editor.close')}
            onConfirm={() => void editor.startOver()}
            onWindow={onWindow}
          >
            <p>{t('editor.startOverText')}</p>
          </ConfirmButton>
        </>
      ) : null}
      <CardSaveStatus status={status} isAside={isLine && !editor.isInCart()} />
      {status === 'conflict' ? <span>{t('editor.conflict')}</span> : null}
      {status === 'signed-out' ? (
        <>
          <span role="status">{t('editor.signedOut')}</span>
          <Button kind="quiet" onClick={() => void goTo(editor.signIn())}>
            {t('editor.signIn')}
          </Button>
        </>
      ) : null}
      {status === 'stopped' && refusal && refusal !== shown.sceneError ? (
        <span className="pk-row" role="status">
          <Icon of={CloudOff} size={16} />
          {refusal}
        </span>
      ) : null}
    </div>
  )
}
