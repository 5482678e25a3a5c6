import { createCart } from '@portraitkit/core/cart/state.ts'
import { createPackageOffers, type PackageOffersState } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { CategoryTiles } from '../../browsing/CategoryTiles.tsx'
import { NoPicturesNotice, SignedOutNotice } from '../../browsing/EmptyProductNotices.tsx'
import { messages as browsingMessages } from '../../browsing/messages.ts'
import { PictureSetSelect } from '../../browsing/PictureSetSelect.tsx'
import { FreeDelivery } from '../../cart/FreeDelivery.tsx'
import { useT } from '../../locales/useT.ts'
import { useRoot, useStyles } from '../../rootContext.ts'
import { Carousel } from '../../ui/carousel/Carousel.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Countdown } from './Countdown.tsx'
import { OfferCard } from './OfferCard.tsx'
import { offersMessages as messages } from './offersMessages.ts'
import css from './PackageOffers.css?inline'

/** The cart of a visitor, or one that is not known yet. */
const EMPTY = { orderLines: [], summary: { totalPrice: 0 } }

/** PKG-1: the offered packages, with everything else that the shop sells below them. */
export function PackageOffers() {
  useStyles(css)
  const t = useT(messages)
  const b = useT(browsingMessages)
  const { shop } = useRoot()
  const offers = shop.part(createPackageOffers)
  const { status, packages } = useSnapshot(offers.state) as PackageOffersState
  const { cart } = useSnapshot(shop.part(createCart).state)
  useEffect(() => void offers.load(), [offers])
  const isEmpty = status === 'ready' && packages.length === 0
  return (
    <Page title={b('browsing.products')} lead={b('browsing.productsLead')}>
      <div className="pk-offers-set">
        <PictureSetSelect />
      </div>
      <SignedOutNotice />
      <NoPicturesNotice />
      <FreeDelivery cart={cart ?? EMPTY} />
      {isEmpty ? <p className="pk-soft">{t('offers.none')}</p> : <Offers />}
      {isEmpty ? (
        <CategoryTiles except="packages" />
      ) : (
        <section className="pk-offers-all" aria-labelledby="pk-offers-all">
          <h2 id="pk-offers-all">{t('offers.all')}</h2>
          <CategoryTiles except="packages" />
        </section>
      )}
    </Page>
  )
}

function Offers() {
  const t = useT(messages)
  const { shop } = useRoot()
  const offers = shop.part(createPackageOffers)
  const { status, error, packages, endsAt } = useSnapshot(offers.state) as PackageOffersState
  return (
    <section className="pk-offers" aria-labelledby="pk-offers">
      <div className="pk-offers-head">
        <h2 id="pk-offers">{t('offers.title')}</h2>
        <Countdown endsAt={endsAt} onEnd={() => void offers.load()} />
      </div>
      {status === 'failed' ? (
        <Notice kind="danger" title={t('offers.failed')}>
          <p>{error}</p>
          <div>
            <Button onClick={() => void offers.load()}>{t('offers.again')}</Button>
          </div>
        </Notice>
      ) : null}
      {status === 'ready' ? (
        <>
          <Carousel
            label={t('offers.title')}
            previousLabel={t('offers.previous')}
            nextLabel={t('offers.next')}
            items={packages.map((offer) => ({ key: offer.uuid, content: <OfferCard offer={offer} /> }))}
          />
          {packages.some(({ type }) => type === 'package') ? (
            <p className="pk-soft pk-small">{t('offers.each')}</p>
          ) : null}
        </>
      ) : null}
      {status === 'idle' || status === 'loading' ? (
        <div className="pk-offers-waiting" role="status" aria-label={t('offers.loading')}>
          {[1, 2, 3].map((each) => (
            <div key={each} className="pk-stack" aria-hidden="true">
              <Skeleton ratio="3 / 2" />
              <Skeleton lines={4} />
            </div>
          ))}
        </div>
      ) : null}
    </section>
  )
}
