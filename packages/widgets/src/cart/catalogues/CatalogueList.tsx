import {
  type CatalogueOffer,
  type CatalogueOfferState,
  createCatalogueOffer,
  offerKey,
} from '@portraitkit/core/cart/catalogueOffer.ts'
import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot, useStyles } from '../../rootContext.ts'
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
  const t = useT(messages)
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
          <strong>{t('catalogue.each', { price: money(price) })}</strong>
        </p>
        <p className="pk-soft pk-small">{t('catalogue.delivery', { days: deliveryTime.days })}</p>
      </div>
      <div className="pk-book-number">
        <Quantity
          label={t('catalogue.quantity', named)}
          fewerLabel={t('catalogue.fewer', named)}
          moreLabel={t('catalogue.more', named)}
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
                    {t('catalogue.description')}
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
  const t = useT(messages)
  const { state } = useCatalogueOffer()
  if (!state.problem) return null
  if (state.problem === 'nothing') return <Notice kind="danger">{t('catalogue.none')}</Notice>
  if (say) return <Notice kind="danger" title={say(state.problem)} />
  return (
    <Notice kind="danger" title={t('catalogue.notAdded')}>
      <p>{state.problem}</p>
    </Notice>
  )
}
