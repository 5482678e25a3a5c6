import { useLingui } from '@lingui/react'
import {
  type CatalogueOffer,
  type CatalogueOfferState,
  createCatalogueOffer,
  offerKey,
} from '@portraitkit/core/cart/catalogueOffer.ts'
import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { PriceIn } from '../../ui/order/PriceIn.tsx'
import { Quantity } from '../../ui/order/Quantity.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Accordion } from '../../ui/panels/Accordion.tsx'
import { BookCover } from '../../ui/pictures/BookCover.tsx'
import css from './Catalogues.css?inline'
import { messages } from './catalogueMessages.ts'

/** The offer of catalogues and the selected quantity of each. */
export function useCatalogueOffer(): { offer: CatalogueOffer; state: CatalogueOfferState } {
  const { shop } = useRoot()
  const offer = shop.part(createCatalogueOffer)
  return { offer, state: useSnapshot(offer.state) as CatalogueOfferState }
}

/** CTL-1: each catalogue drawn as a book, with its subject, price, delivery time and quantity. */
export function CatalogueList({ heading }: { heading: 'h2' | 'h3' }) {
  useStyles(css)
  const { state } = useCatalogueOffer()
  return (
    <ul className="pk-books">
      {state.catalogues.map((catalogue) => (
        <li key={offerKey(catalogue)} className="pk-card">
          <OneCatalogue catalogue={catalogue} heading={heading} />
        </li>
      ))}
    </ul>
  )
}

function OneCatalogue({ catalogue, heading: Heading }: { catalogue: Catalogue; heading: 'h2' | 'h3' }) {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { offer, state } = useCatalogueOffer()
  const { name, description, price, maxQuantity, deliveryTime, subject } = catalogue
  const key = offerKey(catalogue)
  const named = { name, child: subject.name }
  return (
    <article className="pk-book-offer">
      <BookCover title={name} line={subject.group} />
      <div className="pk-book-text">
        <p className="pk-soft pk-small">{[subject.group, subject.name].filter(Boolean).join(' · ')}</p>
        <Heading>{name}</Heading>
        <p className="pk-price">
          <strong>
            <PriceIn text={t(messages.each, { price: money(price) })} prices={[money(price)]} />
          </strong>
        </p>
        <p className="pk-soft pk-small">{t(messages.delivery, { days: deliveryTime.days })}</p>
      </div>
      <div className="pk-book-number">
        <Quantity
          label={t(messages.quantity, named)}
          fewerLabel={t(messages.fewer, named)}
          moreLabel={t(messages.more, named)}
          value={state.quantities[key] ?? 0}
          minimum={0}
          maximum={maxQuantity}
          disabled={state.adding}
          onValue={(quantity) => offer.choose(key, quantity)}
        />
      </div>
      {description ? (
        <div className="pk-book-about">
          <Accordion
            items={[
              {
                key,
                summary: (
                  <span>
                    {t(messages.description)}
                    <span className="pk-unseen">: {name}</span>
                  </span>
                ),
                content: <p>{description}</p>,
              },
            ]}
          />
        </div>
      ) : null}
    </article>
  )
}

/** Why nothing was added, announced at once. */
export function CatalogueProblem({ say }: { say?: ((message: string) => string) | undefined }) {
  const { _: t } = useLingui()
  const { state } = useCatalogueOffer()
  if (!state.problem) return null
  if (state.problem === 'nothing') return <Notice kind="danger">{t(messages.none)}</Notice>
  if (say) return <Notice kind="danger" title={say(state.problem)} />
  return (
    <Notice kind="danger" title={t(messages.notAdded)}>
      <p>{state.problem}</p>
    </Notice>
  )
}
