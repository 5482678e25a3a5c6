import { useLingui } from '@lingui/react'
import { clearedTexts } from '@portraitkit/core/editor/design/clearedTexts.ts'
import { isComplete, slotOf } from '@portraitkit/core/editor/design/instance.ts'
import { isTextWarning, warningsOf } from '@portraitkit/core/editor/design/warnings.ts'
import { layoutSetting } from '@portraitkit/core/editor/drawing/layoutSetting.ts'
import { decreaseQuantity, increaseQuantity, parseQuantity } from '@portraitkit/core/editor/opening/quantity.ts'
import { priceOf, priceRuns, tierPrice } from '@portraitkit/core/products/volumePrice.ts'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRoot, useStyles, useUiStyles } from '../../rootContext.ts'
import { Checkbox } from '../../ui/choices/Choice.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { PriceIn } from '../../ui/order/PriceIn.tsx'
import css from '../../ui/order/Quantity.css?inline'
import { Notice } from '../../ui/page/Notice.tsx'
import { ConfirmDialog } from '../../ui/windows/ConfirmDialog.tsx'
import { messages } from '../messages.ts'
import { useWarningText } from '../stage/useWarningText.ts'
import { useEditor } from '../useEditor.ts'
import { OrderDeadline } from './OrderDeadline.tsx'
import screensCss from './Screens.css?inline'

/** Quantity, price, and the button that adds to the cart. */
export function BuyScreen() {
  useStyles(screensCss)
  const { _: t } = useLingui()
  const { shop, language, money } = useRoot()
  const { editor, state, instance, shownScene, nameOf, updateLabel, goTo } = useEditor()
  const { product, quantity, subProducts, buying } = state
  const [isAsking, setAsking] = useState(false)
  const say = useWarningText()
  if (!product) return null
  const isUpdate = state.origin === 'line' && !state.isLineGone
  const total = priceOf(product, quantity, { subProducts })
  const runs = priceRuns(product, Math.max(1, quantity), subProducts)
  // Warnings on all pages: texts that will not be printed as they were typed.
  const warnings = warningsOf(shownScene.scene).flatMap((warning) => {
    const slot = slotOf(instance.definition, warning.fullId, language)
    const isOurs = slot && (slot.editable || warning.kind === 'overflow')
    return isOurs && isTextWarning(warning) ? [{ warning, text: say(warning, nameOf(slot)) }] : []
  })
  // An empty text may be intended: it is mentioned, but not asked about.
  const emptied = clearedTexts(instance, layoutSetting(shop, instance.subject)).flatMap((fullId) => {
    const slot = slotOf(instance.definition, fullId, language)
    return slot ? [{ fullId, text: t(messages.textEmpty, { slot: nameOf(slot) }) }] : []
  })
  // The server refuses a card with texts that do not fit.
  const isTooLong = warnings.some(({ warning }) => warning.kind === 'overflow')
  const buy = async () => {
    setAsking(false)
    const next = await editor.buy()
    if (next) await goTo(next)
  }
  const each = money(runs[0]?.price ?? 0)
  const tiers = product.productprices.filter((tier) => tier.quantity > 1)
  return (
    <div className="pk-tools" data-screen="buy">
      <OrderDeadline />
      {buying === 'differs' ? <Notice kind="danger">{t(messages.differs)}</Notice> : null}
      {buying === 'failed' ? <Notice kind="danger">{state.buyError}</Notice> : null}
      {warnings.map(({ warning, text }) => (
        <Notice key={`${warning.kind} ${warning.fullId}`} kind="danger">
          {text}
        </Notice>
      ))}
      {emptied.map(({ fullId, text }) => (
        <Notice key={fullId}>{text}</Notice>
      ))}
      {isUpdate ? null : (
        <div className="pk-buy-row">
          <BuyQuantity minimum={product.minorderpartquantity} />
          <span className="pk-price pk-soft">
            {runs.length > 1 ? (
              <span translate="no">{runs.map(({ count, price }) => `${count} × ${money(price)}`).join(' + ')}</span>
            ) : (
              <PriceIn text={t(messages.each, { price: each })} prices={[each]} />
            )}
          </span>
        </div>
      )}
      <Extras />
      <div className="pk-small pk-soft">
        {product.minorderpartquantity > 1 ? (
          <p>{t(messages.minimum, { minimum: product.minorderpartquantity })}</p>
        ) : null}
        {tiers.length > 0 ? (
          <ul className="pk-tiers">
            {tiers.map((tier) => {
              const price = money(tierPrice(product, tier))
              return (
                <li key={tier.quantity} className="pk-price">
                  <PriceIn text={t(messages.volume, { quantity: tier.quantity, price })} prices={[price]} />
                </li>
              )
            })}
          </ul>
        ) : null}
        <p>{t(messages.included)}</p>
      </div>
      <div className="pk-tools-foot">
        <Button
          kind="primary"
          width="full"
          busy={buying === 'adding'}
          disabled={(!isUpdate && quantity === 0) || !isComplete(instance) || isTooLong}
          onClick={() => (warnings.length > 0 ? setAsking(true) : void buy())}
        >
          <span>{isUpdate ? (updateLabel ?? t(messages.updateCart)) : t(messages.addToCart)}</span>
          <span className="pk-price pk-tools-price" translate="no">
            {money(total)}
          </span>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t(messages.printTitle)}
        confirmLabel={t(messages.printAnyway)}
        cancelLabel={t(messages.lookAgain)}
        closeLabel={t(messages.close)}
        onConfirm={() => void buy()}
        onCancel={() => setAsking(false)}
      >
        {warnings.map(({ warning, text }) => (
          <p key={`${warning.kind} ${warning.fullId}`}>{text}</p>
        ))}
      </ConfirmDialog>
    </div>
  )
}

/** PRC-3: extras for each piece at an additional price. */
function Extras() {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { editor, state } = useEditor()
  const { product, subProducts, buying } = state
  if (!product || product.subproducts.length === 0) return null
  return (
    <fieldset className="pk-extras" disabled={buying === 'adding'}>
      <legend className="pk-small pk-soft">{t(messages.extras)}</legend>
      {product.subproducts.map(({ uuid, name, extraprice }) => (
        <Checkbox
          key={uuid}
          checked={subProducts.includes(uuid)}
          onChecked={(isWanted) => editor.want(uuid, isWanted)}
          label={
            <span className="pk-extra">
              <span>{name}</span>{' '}
              <span className="pk-price" translate="no">
                {t(messages.extra, { price: money(extraprice) })}
              </span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}

/** EDT-15: anything that is not an integer or is below the minimum becomes 0; plus raises to the minimum, minus stops at 0. */
function BuyQuantity({ minimum }: { minimum: number }) {
  useUiStyles(css)
  const { _: t } = useLingui()
  const { editor, state } = useEditor()
  const { quantity } = state
  // The input that is not stored yet.
  const [typed, setTyped] = useState<string>()
  const store = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    setTyped(undefined)
    editor.setQuantity(parseQuantity(currentTarget.value, minimum))
  }
  return (
    <span className="pk-quantity" part="quantity">
      <Button
        kind="icon"
        icon={Minus}
        label={t(messages.fewer)}
        disabled={quantity === 0}
        onClick={() => editor.setQuantity(decreaseQuantity(quantity, minimum))}
      />
      <input
        inputMode="numeric"
        aria-label={t(messages.quantity)}
        value={typed ?? String(quantity)}
        data-autofocus=""
        onChange={(event) => setTyped(event.target.value)}
        onBlur={store}
        onKeyDown={(event) => event.key === 'Enter' && store(event)}
      />
      <Button
        kind="icon"
        icon={Plus}
        label={t(messages.more)}
        onClick={() => editor.setQuantity(increaseQuantity(quantity, minimum))}
      />
    </span>
  )
}
