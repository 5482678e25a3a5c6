import type { PackagePrices } from '@portraitkit/core/photo-packages/contract.ts'
import { offerPrice } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { offersMessages as messages } from './offersMessages.ts'

/** The price of a package, with the struck price if there is one, and a note on it. */
export function PackagePrice({ price }: { price: PackagePrices }) {
  const t = useT(messages)
  const { money } = useRoot()
  const { now, struck, otherwise, parts } = offerPrice(price)
  const remarks = [
    ...(struck?.as === 'parts' ? [t('offers.save', { price: money(struck.price - now) })] : []),
    ...(otherwise !== null && otherwise !== struck?.price ? [t('offers.otherwise', { price: money(otherwise) })] : []),
    ...(parts !== null ? [t('offers.parts', { price: money(parts) })] : []),
  ]
  return (
    <div className="pk-offer-price pk-price">
      {price.useTimeLimitedDiscount ? <span className="pk-offer-special pk-small">{t('offers.special')}</span> : null}
      <p>
        <strong>
          <span aria-hidden="true">{money(now)}</span>
          <span className="pk-unseen">{t('offers.now', { price: money(now) })}</span>
        </strong>
        {struck ? (
          <>
            {' '}
            <s aria-hidden="true">{money(struck.price)}</s>
            <span className="pk-unseen">
              {t(struck.as === 'prior' ? 'offers.prior' : 'offers.oneByOne', { price: money(struck.price) })}
            </span>
          </>
        ) : null}
      </p>
      {remarks.length > 0 ? <p className="pk-soft pk-small">{remarks.join(' · ')}</p> : null}
    </div>
  )
}
