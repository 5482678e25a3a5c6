import type { AutosaveState } from '@portraitkit/core/editor/saving.ts'
import { CloudCheck, CloudOff } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useFetched } from '../ui/useFetched.ts'
import { messages } from './messages.ts'
import { useEditor } from './useEditor.ts'

const fetchSides = async () => (await import('./ConflictSides.tsx')).ConflictSides

/** Whether the card is kept, and a question where another window has kept another one. */
export function SavedState() {
  const { editor, state } = useEditor()
  const saving = editor.state.saving
  return saving ? <Saved state={saving} isFound={state.found === 'design'} /> : null
}

function Saved({ state, isFound }: { state: AutosaveState; isFound: boolean }) {
  const t = useT(messages)
  const { editor } = useEditor()
  const { status } = useSnapshot(state)
  // Without them it can be answered all the same.
  const Sides = useFetched(fetchSides, { wanted: status === 'conflict', onFailure: () => undefined })
  return (
    <div className="pk-saved pk-small pk-soft">
      {isFound && status === 'idle' ? (
        <>
          <span>{t('editor.continued')}</span>
          <Button kind="quiet" onClick={() => void editor.startOver()}>
            {t('editor.startOver')}
          </Button>
        </>
      ) : null}
      {status === 'saving' ? <span>{t('editor.saving')}</span> : null}
      {status === 'saved' ? (
        <span className="pk-row">
          <Icon of={CloudCheck} size={16} />
          {t('editor.saved')}
        </span>
      ) : null}
      {status === 'waiting' ? (
        <span className="pk-row" role="status">
          <Icon of={CloudOff} size={16} />
          {t('editor.waiting')}
        </span>
      ) : null}
      <Dialog
        open={status === 'conflict'}
        onClose={() => void editor.resolve('mine')}
        title={t('editor.conflict')}
        closeLabel={t('editor.close')}
        foot={
          <>
            <Button onClick={() => void editor.resolve('theirs')}>{t('editor.keepTheirs')}</Button>
            <Button kind="primary" onClick={() => void editor.resolve('mine')}>
              {t('editor.keepMine')}
            </Button>
          </>
        }
      >
        <p>{t('editor.conflictText')}</p>
        {Sides ? <Sides /> : null}
      </Dialog>
    </div>
  )
}
