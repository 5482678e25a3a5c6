import { useLingui } from '@lingui/react'
import { type Filters, filterTemplates } from '@portraitkit/core/browsing/filters.ts'
import { createPromotedProducts, type PromotedProductsState } from '@portraitkit/core/browsing/promotedProducts.ts'
import { times } from '@portraitkit/core/natives.ts'
import { Images } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { PriceDialog, type Priced } from '../products/PriceDialog.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { Carousel } from '../ui/carousel/Carousel.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Empty } from '../ui/states/Empty.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { FilterButton } from './FilterButton.tsx'
import { listMessages } from './listMessages.ts'
import { messages as browsingMessages } from './messages.ts'
import { PictureSetSelect } from './PictureSetSelect.tsx'
import css from './PromotedProducts.css?inline'
import { PromotedTile } from './PromotedTile.tsx'
import { messages } from './promotedMessages.ts'

// 000 §9: laid out 3 per row
const inRow = 3

/** CRT-7: 'Other popular products', each with the customer's own picture; nothing if no product is promoted. */
export function PromotedProducts() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createPromotedProducts)
  const state = useSnapshot(part.state) as PromotedProductsState
  const { status, error, promoted } = state
  useEffect(() => part.watch(), [part])
  if (status === 'ready' && promoted.length === 0) return null
  return (
    <section className="pk-page pk-promoted" aria-labelledby="pk-promoted">
      <h2 id="pk-promoted">{t(messages.title)}</h2>
      {status === 'failed' ? (
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{error}</p>
          <div>
            <Button onClick={() => void part.refresh()}>{t(browsingMessages.again)}</Button>
          </div>
        </Notice>
      ) : null}
      {status === 'ready' ? <PromotedList state={state} /> : null}
      {status === 'idle' || status === 'loading' ? (
        <div className="pk-promoted-waiting" role="status" aria-busy="true" aria-label={t(messages.loading)}>
          {times(inRow, (index) => (
            <Skeleton key={index} ratio="400 / 290" />
          ))}
        </div>
      ) : null}
    </section>
  )
}
PromotedProducts.shape = 'row'

function PromotedList({ state: { promoted, scenes } }: { state: PromotedProductsState }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createPromotedProducts)
  const renew = usePictureRefresh(part.refresh)
  const [filters, setFilters] = useState<Filters>({})
  const [priced, setPriced] = useState<Priced>()
  const templates = promoted.map(({ templateData }) => templateData)
  const passing = filterTemplates(templates, filters)
  const visible = promoted.filter(({ templateData }) => passing.includes(templateData))
  return (
    <>
      <div className="pk-promoted-tools">
        <PictureSetSelect days={false} />
        <FilterButton type="promoted" templates={templates} filters={filters} onFilters={setFilters} />
      </div>
      {visible.length === 0 ? (
        <Empty icon={Images} heading="h2" title={t(listMessages.noMatch)}>
          <Button onClick={() => setFilters({})}>{t(listMessages.clear)}</Button>
        </Empty>
      ) : (
        <Carousel
          label={t(browsingMessages.products)}
          previousLabel={t(messages.previous)}
          nextLabel={t(messages.next)}
          items={visible.map((each) => ({
            key: each.template.uuid,
            content: (
              <PromotedTile
                promoted={each}
                shownScene={scenes[each.template.uuid]}
                onNear={part.show}
                onBroken={renew}
                onPrices={setPriced}
              />
            ),
          }))}
        />
      )}
      <PriceDialog of={priced} onClose={() => setPriced(undefined)} />
    </>
  )
}
