import { useLingui } from '@lingui/react'
import { openScreen } from '@portraitkit/core/editor/design/screens.ts'
import { priceOf } from '@portraitkit/core/products/volumePrice.ts'
import { useState } from 'react'
import { isFirstTime } from '../../oncePerSession.ts'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { useOnOpenChange } from '../../ui/windows/useOnOpenChange.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** Opens the quantity; if the provider wants it, first reminds once a session to check everything. */
export function BuyButton() {
  const { _: t } = useLingui()
  const { money, settings, shop } = useRoot()
  const { editor, state, updateLabel, onWindowChange: onWindow } = useEditor()
  const [isWarning, setWarning] = useState(false)
  useOnOpenChange(isWarning, onWindow)
  const { product } = state
  const isUpdate = state.origin === 'line' && !state.isLineGone
  const goOn = () => {
    setWarning(false)
    editor.move((before) => openScreen(before, 'buy'))
  }
  const press = () => {
    const warns = settings.options.addToCartWarningEnabled && isFirstTime(`pk-cart-warning-${shop.provider}`)
    if (warns) setWarning(true)
    else goOn()
  }
  return (
    <>
      <Button kind="primary" width="full" data-tool="buy" onClick={press}>
        <span>{isUpdate ? (updateLabel ?? t(messages.updateCart)) : t(messages.buy)}</span>
        {product ? (
          <span className="pk-price pk-tools-price" translate="no">
            {money(priceOf(product, state.quantity || 1, { subProducts: state.subProducts }))}
          </span>
        ) : null}
      </Button>
      <Dialog
        open={isWarning}
        onClose={() => setWarning(false)}
        title={t(messages.warning)}
        closeLabel={t(messages.close)}
        foot={
          <>
            <Button onClick={() => setWarning(false)}>{t(messages.lookAgain)}</Button>
            <Button kind="primary" data-autofocus="" onClick={goOn}>
              {t(messages.goOn)}
            </Button>
          </>
        }
      >
        <p>{t(messages.warningText)}</p>
      </Dialog>
    </>
  )
}
