import { offerPrice } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
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
  const t = useT(messages)
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
  const word = isVisitor ? t('package.signIn') : isLine ? (updateLabel ?? t('package.update')) : t('package.add')
  return (
    <aside className="pk-pack-side" aria-label={t('package.summary')}>
      <div className="pk-card pk-stack">
        <Countdown endsAt={state.endsAt} onEnd={() => void page.renew()} />
        <PackagePrice price={instance} />
        <p className="pk-soft pk-small">{t('package.each')}</p>
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
        closeLabel={t('package.close')}
        onClose={() => setErrorClosed(true)}
      />
      <Dialog
        open={isWarning}
        onClose={() => setWarning(false)}
        title={t('package.warning')}
        closeLabel={t('package.close')}
        foot={
          <>
            <Button onClick={() => setWarning(false)}>{t('package.lookAgain')}</Button>
            <Button kind="primary" data-autofocus="" onClick={() => void buy()}>
              {t('package.goOn')}
            </Button>
          </>
        }
      >
        <p>{t('package.warningText')}</p>
      </Dialog>
    </aside>
  )
}
