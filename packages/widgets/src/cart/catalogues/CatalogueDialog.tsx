import type { SubmitCatalogues } from '@portraitkit/core/cart/catalogueOffer.ts'
import { useEffect } from 'react'
import { useT } from '../../locales/useT.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { CatalogueList, CatalogueProblem, useCatalogueOffer } from './CatalogueList.tsx'
import { messages } from './catalogueMessages.ts'

type CatalogueDialogProps = {
  open: boolean
  /** The question, where it is another one than the usual. */
  title?: string
  /** How they get into the cart, where that is another way than the cart's own. */
  send?: SubmitCatalogues
  /** What is said where they did not get there, with the reason. */
  sayProblem?: (message: string) => string
  /** There is nothing to offer, or it could not be asked for. */
  onNothing: () => void
  onNoThanks: () => void
  /** They lie in the cart now. */
  onAdded: () => void
}

/** CTL-1: the offer as a question in between. It opens where there is something to offer. */
export function CatalogueDialog(props: CatalogueDialogProps) {
  const { open, title, send, sayProblem, onNothing, onNoThanks, onAdded } = props
  const t = useT(messages)
  const { offer, state } = useCatalogueOffer()
  useEffect(() => {
    if (open) void offer.load()
  }, [offer, open])
  // Whoever asks goes on where there is nothing to ask.
  const isNothing = state.status === 'failed' || (state.status === 'ready' && state.catalogues.length === 0)
  useEffect(() => {
    if (open && isNothing) onNothing()
  }, [open, isNothing, onNothing])
  const add = async () => {
    if (await offer.add(send)) onAdded()
  }
  return (
    <Dialog
      open={open && state.status === 'ready' && state.catalogues.length > 0}
      onClose={onNoThanks}
      title={title ?? t('catalogue.ask')}
      closeLabel={t('catalogue.close')}
      size="wide"
      foot={
        <>
          <Button onClick={onNoThanks}>{t('catalogue.noThanks')}</Button>
          <Button kind="primary" busy={state.adding} onClick={() => void add()}>
            {t('catalogue.add')}
          </Button>
        </>
      }
    >
      <div className="pk-stack">
        <CatalogueList heading="h3" />
        <CatalogueProblem say={sayProblem} />
      </div>
    </Dialog>
  )
}
