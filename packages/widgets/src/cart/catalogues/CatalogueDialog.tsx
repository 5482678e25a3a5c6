import { useLingui } from '@lingui/react'
import type { SubmitCatalogues } from '@portraitkit/core/cart/catalogueOffer.ts'
import { useEffect } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { CatalogueList, CatalogueProblem, useCatalogueOffer } from './CatalogueList.tsx'
import { messages } from './catalogueMessages.ts'

type CatalogueDialogProps = {
  open: boolean
  /** The question, if it differs from the usual one. */
  title?: string
  /** How the catalogues are added, if not by the cart's own call. */
  send?: SubmitCatalogues
  /** The text if they could not be added, with the reason. */
  sayProblem?: (message: string) => string
  /** Called if there is nothing to offer, or the offer could not be fetched. */
  onNothing: () => void
  onNoThanks: () => void
  /** Called when they are in the cart. */
  onAdded: () => void
}

/** CTL-1: the offer as a dialog. It opens only if there is something to offer. */
export function CatalogueDialog(props: CatalogueDialogProps) {
  const { open, title, send, sayProblem, onNothing, onNoThanks, onAdded } = props
  const { _: t } = useLingui()
  const { offer, state } = useCatalogueOffer()
  useEffect(() => {
    if (open) void offer.load()
  }, [offer, open])
  // The caller continues if there is nothing to ask.
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
      title={title ?? t(messages.ask)}
      closeLabel={t(messages.close)}
      size="wide"
      foot={
        <>
          <Button onClick={onNoThanks}>{t(messages.noThanks)}</Button>
          <Button kind="primary" busy={state.adding} onClick={() => void add()}>
            {t(messages.add)}
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
