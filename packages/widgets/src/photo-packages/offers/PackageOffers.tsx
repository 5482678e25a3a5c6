import { useLingui } from '@lingui/react'
import { createCategories } from '@portraitkit/core/browsing/categories.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { createPackageOffers, type PackageOffersState } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { CategoryTiles } from '../../browsing/CategoryTiles.tsx'
import { NoPicturesNotice, SignedOutNotice } from '../../browsing/EmptyProductNotices.tsx'
import { messages as browsingMessages } from '../../browsing/messages.ts'
import { PictureSetSelect } from '../../browsing/PictureSetSelect.tsx'
import { useCustomerKnown } from '../../browsing/useCustomerKnown.ts'
import { FreeDelivery } from '../../cart/FreeDelivery.tsx'
import { useRoot, useStyles } from '../../rootContext.ts'
import { RootLoading } from '../../theme/RootStates.tsx'
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
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const offers = shop.part(createPackageOffers)
  const { status, packages } = useSnapshot(offers.state) as PackageOffersState
  const { cart } = useSnapshot(shop.part(createCart).state)
  useEffect(() => {
    void offers.load()
    void shop.part(createCategories).load()
  }, [shop, offers])
  const isEmpty = status === 'ready' && packages.length === 0
  if (!useCustomerKnown()) return <RootLoading shape="page" language={language} />
  return (
    <Page title={t(browsingMessages.products)} lead={t(browsingMessages.productsLead)}>
      <div className="pk-offers-set">
        <PictureSetSelect />
      </div>
      <SignedOutNotice />
      <NoPicturesNotice />
      <FreeDelivery cart={cart ?? EMPTY} />
      {isEmpty ? <p className="pk-soft">{t(messages.none)}</p> : <Offers />}
      {status === 'idle' || status === 'loading' ? null : isEmpty ? (
        <CategoryTiles except="packages" />
      ) : (
        <section className="pk-offers-all" aria-labelledby="pk-offers-all">
          <h2 id="pk-offers-all">{t(messages.all)}</h2>
          <CategoryTiles except="packages" />
        </section>
      )}
    </Page>
  )
}

function Offers() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const offers = shop.part(createPackageOffers)
  const { status, error, packages, endsAt } = useSnapshot(offers.state) as PackageOffersState
  return (
    <section className="pk-offers" aria-labelledby="pk-offers">
      <div className="pk-offers-head">
        <h2 id="pk-offers">{t(messages.title)}</h2>
        <Countdown endsAt={endsAt} onEnd={() => void offers.load()} />
      </div>
      {status === 'failed' ? (
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{error}</p>
          <div>
            <Button onClick={() => void offers.load()}>{t(messages.again)}</Button>
          </div>
        </Notice>
      ) : null}
      {status === 'ready' ? (
        <>
          <Carousel
            label={t(messages.title)}
            previousLabel={t(messages.previous)}
            nextLabel={t(messages.next)}
            items={packages.map((offer) => ({ key: offer.uuid, content: <OfferCard offer={offer} /> }))}
          />
          {packages.some(({ type }) => type === 'package') ? (
            <p className="pk-soft pk-small">{t(messages.each)}</p>
          ) : null}
        </>
      ) : null}
      {status === 'idle' || status === 'loading' ? (
        <div className="pk-offers-waiting" role="status" aria-label={t(messages.loading)}>
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
