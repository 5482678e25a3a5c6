import { useLingui } from '@lingui/react'
import { useStyles } from '../rootContext.ts'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { messages } from './messages.ts'
import css from './Prices.css?inline'

/** A price, with the struck previous price next to it; both already formatted as money. */
export function OfferPrice({ now, before }: { now: string; before: string | null }) {
  useStyles(css)
  const { _: t } = useLingui()
  return (
    <span className="pk-offer-price pk-price">
      {before === null ? null : (
        <>
          <s aria-hidden="true" translate="no">
            {before}
          </s>
          <span className="pk-unseen">
            <PriceIn text={t(messages.before, { price: before })} prices={[before]} />
          </span>{' '}
        </>
      )}
      <strong translate="no">{now}</strong>
    </span>
  )
}
