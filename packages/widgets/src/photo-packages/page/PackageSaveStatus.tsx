import { useLingui } from '@lingui/react'
import { createCart } from '@portraitkit/core/cart/state.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import type { PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import type { PackagePageState } from '@portraitkit/core/photo-packages/page/packagePageState.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { SaveLine } from '../../editor/saving/SaveLine.tsx'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useLazyPart } from '../../ui/loading/useLazyPart.ts'
import { ConfirmButton } from '../../ui/windows/ConfirmButton.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { packageMessages as messages } from './packageMessages.ts'

const fetchSides = async () => (await import('./PackageVersions.tsx')).PackageVersions

/** The save state of the package, and a question if another window has saved a different one. */
export function PackageSaveStatus({ page, state }: { page: PackagePage; state: PackagePageState }) {
  const { saving } = page.state
  return saving ? <Saved page={page} of={state} state={saving} /> : null
}

function Saved({ page, of, state }: { page: PackagePage; of: PackagePageState; state: AutosaveState }) {
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  // Another window may have put it into the cart.
  useSnapshot(shop.part(createCart).state)
  const { status, refusal, isRepeatedConflict } = useSnapshot(state)
  const [isPutOff, setPutOff] = useState(false)
  // Closing it without an answer loses nothing: it is asked again at the next step.
  useEffect(() => setPutOff(false), [status, of.instance, of.isAddingToCart])
  const isAside = of.origin === 'line' && !page.isInCart()
  const theirs = status === 'conflict' ? page.theirs() : undefined
  // Without the previews the question can still be answered.
  const Sides = useLazyPart(fetchSides, { isNeeded: theirs !== undefined, onFailure: () => undefined })
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const when = theirs ? time.format(new Date(theirs.changed)) : ''
  return (
    <div className="pk-pack-saved pk-small pk-soft">
      {of.isContinued && status === 'idle' && (of.origin !== 'line' || isAside) ? (
        <>
          <span>{t(isAside ? messages.keptAside : messages.continued)}</span>
          <ConfirmButton
            label={t(messages.startOver)}
            title={t(messages.startOverTitle)}
            cancelLabel={t(messages.cancel)}
            closeLabel={t(messages.close)}
            onConfirm={() => void page.startOver()}
          >
            <p>{t(messages.startOverText)}</p>
          </ConfirmButton>
        </>
      ) : null}
      <SaveLine
        status={status}
        refusal={refusal}
        texts={{
          saving: t(messages.saving),
          saved: t(isAside ? messages.keptAside : messages.saved),
          waiting: t(messages.waiting),
        }}
      />
      {status === 'conflict' && isPutOff ? <span>{t(messages.conflict)}</span> : null}
      <Dialog
        open={status === 'conflict' && !isPutOff}
        onClose={() => setPutOff(true)}
        title={t(messages.conflict)}
        closeLabel={t(messages.close)}
        foot={
          <>
            <Button onClick={() => void page.resolve('theirs')}>{t(messages.keepTheirs)}</Button>
            <Button kind="primary" onClick={() => void page.resolve('mine')}>
              {t(messages.keepMine)}
            </Button>
          </>
        }
      >
        {isRepeatedConflict ? <p>{t(messages.conflictAgain)}</p> : null}
        <p>{t(messages.conflictText)}</p>
        {theirs && Sides && of.instance ? <Sides key={theirs.version} page={page} mine={of.instance} /> : null}
        {theirs ? (
          <p className="pk-soft pk-small">
            {t(theirs.where === 'window' ? messages.conflictWindow : messages.conflictDevice, { when })}
          </p>
        ) : null}
      </Dialog>
    </div>
  )
}
