import { useLingui } from '@lingui/react'
import type { PackagePrices } from '@portraitkit/core/photo-packages/contract.ts'
import { offerPrice } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useRoot } from '../../rootContext.ts'
import { PriceIn } from '../../ui/order/PriceIn.tsx'
import { offersMessages as messages } from './offersMessages.ts'

/** The price of a package, with the struck price if there is one, and a note on it. */
export function PackagePrice({ price }: { price: PackagePrices }) {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { now, struck, otherwise, parts } = offerPrice(price)
  const remarks = [
    ...(struck?.as === 'parts' ? [t(messages.save, { price: money(struck.price - now) })] : []),
    ...(otherwise !== null && otherwise !== struck?.price ? [t(messages.otherwise, { price: money(otherwise) })] : []),
    ...(parts !== null ? [t(messages.parts, { price: money(parts) })] : []),
  ]
  return (
    <div className="pk-offer-price pk-price">
      {price.useTimeLimitedDiscount ? <span className="pk-offer-special pk-small">{t(messages.special)}</span> : null}
      <p>
        <strong>
          <span aria-hidden="true" translate="no">
            {money(now)}
          </span>
          <span className="pk-unseen">
            <PriceIn text={t(messages.now, { price: money(now) })} prices={[money(now)]} />
          </span>
        </strong>
        {struck ? (
          <>
            {' '}
            <s aria-hidden="true" translate="no">
              {money(struck.price)}
            </s>
            <span className="pk-unseen">
              <PriceIn
                text={t(struck.as === 'prior' ? messages.prior : messages.oneByOne, { price: money(struck.price) })}
                prices={[money(struck.price)]}
              />
            </span>
          </>
        ) : null}
      </p>
      {remarks.length > 0 ? <p className="pk-soft pk-small">{remarks.join(' · ')}</p> : null}
    </div>
  )
}
