import { useLingui } from '@lingui/react'
import { offerPrice } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { isFirstTime } from '../../oncePerSession.ts'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { BottomBar } from '../../ui/order/BottomBar.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { Toast } from '../../ui/windows/layers/Toast.tsx'
import { Countdown } from '../offers/Countdown.tsx'
import { PackagePrice } from '../offers/PackagePrice.tsx'
import type { ViewProps } from './PackageView.tsx'
import { packageMessages as messages } from './packageMessages.ts'

/** The server's price, and the button that adds to the cart: after one reminder a session if the provider wants it. */
export function PackageSummary({ page, state, instance, updateLabel, goTo }: ViewProps) {
  const { _: t } = useLingui()
  const { shop, settings, money } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [isWarning, setWarning] = useState(false)
  const [isErrorClosed, setErrorClosed] = useState(false)
  const isLine = state.origin === 'line' && !state.isLineGone
  const isVisitor = status === 'signed-out'
  const { disabled } = instance
  const buy = async () => {
    setWarning(false)
    setErrorClosed(false)
    const route = await page.buy()
    if (route) await goTo(route)
  }
  const press = () => {
    const warns = settings.options.addToCartWarningEnabled && !isVisitor
    if (warns && isFirstTime(`pk-cart-warning-${shop.provider}`)) setWarning(true)
    else void buy()
  }
  const word = isVisitor ? t(messages.signIn) : isLine ? (updateLabel ?? t(messages.update)) : t(messages.add)
  return (
    <aside className="pk-pack-side" aria-label={t(messages.summary)}>
      <div className="pk-card pk-stack">
        <Countdown endsAt={state.endsAt} onEnd={() => void page.renew()} />
        <PackagePrice price={instance} />
        <p className="pk-soft pk-small">{t(messages.each)}</p>
        {disabled ? <FieldError>{disabled.reason}</FieldError> : null}
      </div>
      <BottomBar
        price={money(offerPrice(instance).now)}
        busy={state.isAddingToCart}
        disabled={disabled !== null}
        onClick={press}
        // a toast disappears, so the error can be read again here
        before={state.buyError ? <FieldError isAnnounced>{state.buyError}</FieldError> : null}
      >
        {word}
      </BottomBar>
      <Toast
        text={isErrorClosed ? undefined : state.buyError || undefined}
        closeLabel={t(messages.close)}
        onClose={() => setErrorClosed(true)}
      />
      <Dialog
        open={isWarning}
        onClose={() => setWarning(false)}
        title={t(messages.warning)}
        closeLabel={t(messages.close)}
        foot={
          <>
            <Button onClick={() => setWarning(false)}>{t(messages.lookAgain)}</Button>
            <Button kind="primary" data-autofocus="" onClick={() => void buy()}>
              {t(messages.goOn)}
            </Button>
          </>
        }
      >
        <p>{t(messages.warningText)}</p>
      </Dialog>
    </aside>
  )
}
