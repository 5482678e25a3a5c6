import { useLingui } from '@lingui/react'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { createPriceList, type PriceListState } from '@portraitkit/core/products/state.ts'
import { priceRows } from '@portraitkit/core/products/volumePrice.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'
import { OfferPrice } from './OfferPrice.tsx'
import css from './Prices.css?inline'
import { priceLabel } from './priceLabel.ts'

/** A product whose prices are requested, with its name in that place. */
export type Priced = { product: string; name: string }

/** PRC-2, PRC-3: the prices of a product by quantity, and its extras. Open as long as `of` is given. */
export function PriceDialog({ of, onClose }: { of: Priced | undefined; onClose: () => void }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const list = shop.part(createPriceList)
  // keeps its text while the dialog closes
  const [last, setLast] = useState(of)
  if (of && of !== last) setLast(of)
  const product = of ?? last
  useEffect(() => {
    if (of) void list.load()
  }, [list, of])
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      title={t(messages.pricesOf, { name: product?.name ?? '' })}
      closeLabel={t(messages.close)}
    >
      {product ? <Prices product={product.product} /> : null}
    </Dialog>
  )
}

function Prices({ product: uuid }: { product: string }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const list = shop.part(createPriceList)
  const { status, error, products } = useSnapshot(list.state) as PriceListState
  if (status === 'failed') {
    return (
      <Notice kind="danger" title={t(messages.failed)}>
        <p>{error}</p>
        <div>
          <Button onClick={() => void list.load()}>{t(formMessages.again)}</Button>
        </div>
      </Notice>
    )
  }
  if (status !== 'ready') {
    return (
      <div role="status" aria-busy="true" aria-label={t(messages.loading)}>
        <Skeleton lines={4} />
      </div>
    )
  }
  const product = products.find((each) => each.uuid === uuid)
  return product ? <PriceTable product={product} /> : <Notice>{t(messages.gone)}</Notice>
}

function PriceTable({ product }: { product: Product }) {
  const { _: t } = useLingui()
  const { money, language } = useRoot()
  const rows = priceRows(product)
  const { campaign, subproducts } = product
  const until =
    campaign?.until && new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(campaign.until))
  return (
    <div className="pk-stack">
      {campaign ? (
        <p className="pk-soft">{until ? t(messages.campaign, { name: campaign.name, until }) : campaign.name}</p>
      ) : null}
      <table className="pk-prices">
        <thead>
          <tr>
            <th scope="col">{t(messages.piece)}</th>
            <th scope="col">{t(messages.price)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from}>
              <th scope="row">{priceLabel(t, row)}</th>
              <td>
                <OfferPrice now={money(row.price)} before={row.before === null ? null : money(row.before)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {subproducts.length > 0 ? (
        <section className="pk-stack">
          <h3>{t(messages.extras)}</h3>
          <ul className="pk-prices-extras">
            {subproducts.map(({ uuid, name, extraprice }) => (
              <li key={uuid}>
                <span>{name}</span>
                <span className="pk-price" translate="no">
                  {t(messages.extra, { price: money(extraprice) })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="pk-soft pk-small">{t(messages.included)}</p>
    </div>
  )
}
