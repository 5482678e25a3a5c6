import { useLingui } from '@lingui/react'
import type { UpsaleProduct } from '@portraitkit/core/checkout/contract.ts'
import { savingOf } from '@portraitkit/core/checkout/upsale.ts'
import { createUpsale } from '@portraitkit/core/checkout/upsaleState.ts'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { usePictureSets } from '../picture-sets/usePictureSets.ts'
import { OfferPrice } from '../products/OfferPrice.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Dialog } from '../ui/windows/Dialog.tsx'
import css from './Upsale.css?inline'
import { messages } from './upsaleMessages.ts'

type Products = readonly UpsaleProduct[]

/** Downloads at a reduced price, child by child, with the saving. Closed if there are none. */
export function SpecialOffer({
  products,
  sayProblem,
}: {
  products: Products
  /** The text if a set could not be added to the cart, with the reason. */
  sayProblem: (message: string) => string
}) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const upsale = shop.part(createUpsale)
  const { adding, problem } = useSnapshot(upsale.state)
  // Keeps its content while the dialog closes.
  const last = useRef(products)
  if (products.length > 0) last.current = products
  const children = [...Map.groupBy(last.current, ({ subject }) => subject.uuid)]
  const end = () => upsale.end('DIGITAL_FILES')
  const goThere = () => {
    end()
    const [[subjectUuid] = [''], second] = children
    if (second) navigate('products.digitalportraits')
    else navigate('products.digitalportraits.subject', { subjectUuid })
  }
  return (
    <Dialog
      open={products.length > 0}
      onClose={end}
      title={t(messages.special)}
      description={t(messages.lead)}
      closeLabel={t(messages.close)}
      foot={
        <>
          {/* a second press of the button that closed the previous dialog must not buy anything */}
          <Button onClick={end} data-autofocus>
            {t(messages.noThanks)}
          </Button>
          <Button kind="primary" onClick={goThere}>
            {t(messages.check)}
          </Button>
        </>
      }
    >
      <div className="pk-stack">
        <ul className="pk-upsale">
          {children.map(([subject, offers]) => (
            <li key={subject} className="pk-card pk-upsale-child">
              <Child
                offers={offers}
                busy={adding}
                onAdd={async (set) => {
                  if (await upsale.addSets([set])) end()
                }}
              />
            </li>
          ))}
        </ul>
        {problem ? <Notice kind="danger" title={sayProblem(problem)} /> : null}
      </div>
    </Dialog>
  )
}

function Child({
  offers,
  busy,
  onAdd,
}: {
  offers: Products
  busy: boolean
  onAdd: (subject: UpsaleProduct['subject']) => Promise<void>
}) {
  const { _: t } = useLingui()
  const { shop, money } = useRoot()
  const { state } = usePictureSets()
  const renew = usePictureRefresh(shop.part(createPictureSets).refresh)
  const [first] = offers
  if (!first) return null
  const { uuid, name } = first.subject
  const pictures = state.sets.find(({ subject }) => subject.uuid === uuid)?.pictures
  return (
    <>
      <div className="pk-upsale-pictures">
        {pictures ? (
          <PictureStack
            files={previewFiles(pictures)}
            label={t(messages.previews, { name })}
            failedLabel={t(messages.pictureFailed)}
            onBroken={renew}
          />
        ) : null}
      </div>
      <div className="pk-upsale-text">
        <h3>{name}</h3>
        {offers.map((offer) => (
          <div key={offer.type} className="pk-upsale-offer">
            <p>{offer.type === 'set' ? t(messages.set, { count: offer.count }) : t(messages.file)}</p>
            <OfferPrice now={money(offer.rebatedPrice)} before={money(offer.price)} />
            <p className="pk-upsale-saving">
              <PriceIn text={t(messages.save, { price: money(savingOf(offer)) })} prices={[money(savingOf(offer))]} />
            </p>
            {offer.type === 'set' ? (
              <Button busy={busy} label={t(messages.addOf, { name })} onClick={() => void onAdd(offer.subject)}>
                {t(messages.add)}
              </Button>
            ) : null}
          </div>
        ))}
      </div>
    </>
  )
}
