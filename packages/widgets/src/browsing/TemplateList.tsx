import { useLingui } from '@lingui/react'
import type { ListType } from '@portraitkit/core/browsing/categoryRoutes.ts'
import { filterTemplates } from '@portraitkit/core/browsing/filters.ts'
import { createTemplateLists, type TemplateListState } from '@portraitkit/core/browsing/state.ts'
import { times } from '@portraitkit/core/natives.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { PriceDialog, type Priced } from '../products/PriceDialog.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { RootLoading } from '../theme/RootStates.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Empty } from '../ui/states/Empty.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { CategoryBar } from './CategoryBar.tsx'
import { NoPicturesNotice, SignedOutNotice } from './EmptyProductNotices.tsx'
import { FilterButton } from './FilterButton.tsx'
import { listMessages } from './listMessages.ts'
import { messages } from './messages.ts'
import { PictureSetSelect } from './PictureSetSelect.tsx'
import css from './TemplateList.css?inline'
import { TemplateTile } from './TemplateTile.tsx'
import { useCustomerKnown } from './useCustomerKnown.ts'
import { type FilterQuery, useFilters } from './useFilters.ts'
import { useProgressiveList } from './useProgressiveList.ts'
import { useScrollRestore } from './useScrollRestore.ts'

// 001 §2.2: ten skeleton placeholders while loading
const skeletons = 10

export type TemplateListProps = { type?: ListType | undefined; category?: string | undefined } & FilterQuery

/** The templates of a type, each with the customer's own picture. */
export function TemplateList({ type = 'cards', category, ...written }: TemplateListProps) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const isCustomerKnown = useCustomerKnown()
  const list = shop.part(createTemplateLists).of(type, category)
  const state = useSnapshot(list.state) as TemplateListState
  const [filters, setFilters] = useFilters(type, category, written)
  useEffect(() => list.open(), [list])
  const isReady = state.status === 'ready'
  const [priced, setPriced] = useState<Priced>()
  const passing = filterTemplates(state.templates, filters)
  const tiles = useRef<HTMLUListElement>(null)
  const { left, leave } = useScrollRestore(tiles, isReady)
  const visible = passing.slice(0, useProgressiveList(Math.min(passing.length, state.limit), isReady, left !== null))
  useEffect(() => {
    // the saved scroll position may be on a later page
    if (isReady && left && left.index >= state.limit) list.more()
  }, [isReady, left, state.limit, list])
  const [reached, setReached] = useState<number>()
  useEffect(() => {
    // after 'more', the focus moves to the first new tile
    const next = reached === undefined ? null : tiles.current?.children[reached]
    if (!next) return
    next.querySelector('a')?.focus({ preventScroll: true })
    setReached(undefined)
  })
  const renew = usePictureRefresh(list.refresh)
  const more = () => {
    setReached(visible.length)
    list.more()
  }

  const title = useTitle(type, isReady ? state.title : '')
  const lead = useLead(type)
  if (!isCustomerKnown) return <RootLoading shape="page" language={language} />
  return (
    <Page title={title} lead={lead}>
      <div className="pk-list-set">
        <PictureSetSelect />
      </div>
      <SignedOutNotice />
      <NoPicturesNotice />
      {isReady && state.templates.length + state.categories.length > 0 ? (
        <div className="pk-list-tools">
          {type === 'cards' ? <CategoryBar categories={state.categories} current={category} /> : null}
          <FilterButton type={type} templates={state.templates} filters={filters} onFilters={setFilters} />
        </div>
      ) : null}
      {state.status === 'failed' ? (
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{state.error}</p>
          <div>
            <Button onClick={() => void list.refresh()}>{t(messages.again)}</Button>
          </div>
        </Notice>
      ) : null}
      {state.status === 'loading' || state.status === 'idle' ? <ListSkeleton label={t(messages.loading)} /> : null}
      {isReady && state.templates.length === 0 ? <NoTemplates /> : null}
      {isReady && state.templates.length > 0 && passing.length === 0 ? (
        <NoMatch onClear={() => setFilters({})} />
      ) : null}
      {isReady && visible.length > 0 ? (
        <>
          <ul ref={tiles} className="pk-list" onClickCapture={leave}>
            {visible.map((template) => (
              <TemplateTile
                key={template.uuid}
                type={type}
                template={template}
                shownScene={state.scenes[template.uuid]}
                onNear={list.show}
                onBroken={renew}
                onPrices={setPriced}
              />
            ))}
          </ul>
          {passing.length > state.limit ? (
            <More visibleCount={state.limit} count={passing.length} onMore={more} />
          ) : null}
          {visible.length < Math.min(passing.length, state.limit) ? null : (
            <p className="pk-soft pk-small">{t(messages.each)}</p>
          )}
          <PriceDialog of={priced} onClose={() => setPriced(undefined)} />
        </>
      ) : null}
    </Page>
  )
}

/** The end of a page of a very long list: how many are visible, and a button for more. */
function More({ visibleCount, count, onMore }: { visibleCount: number; count: number; onMore: () => void }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const write = (number: number) => number.toLocaleString(language)
  return (
    <div className="pk-list-more">
      <p role="status">{t(listMessages.shown, { shown: write(visibleCount), count: write(count) })}</p>
      <Button onClick={onMore}>{t(listMessages.more)}</Button>
    </div>
  )
}

/** 001 §2.2: the photo-gift list has "a title taken from the category info". */
function useTitle(type: ListType, title: string): string {
  const { _: t } = useLingui()
  if (type === 'cards') return t(listMessages.cards)
  if (type === 'calendars') return t(listMessages.calendars)
  return title || t(listMessages.photogifts)
}

function useLead(type: ListType): string {
  const { _: t } = useLingui()
  const name = useSelectedName()
  if (type === 'cards') return name ? t(listMessages.cardsLeadSet, { name }) : t(listMessages.cardsLead)
  if (type === 'calendars') return name ? t(listMessages.calendarsLeadSet, { name }) : t(listMessages.calendarsLead)
  return name ? t(listMessages.photogiftsLeadSet, { name }) : t(listMessages.photogiftsLead)
}

/** The name of the selected set's subject. */
function useSelectedName(): string | undefined {
  const { shop } = useRoot()
  const { sets, selected } = useSnapshot(shop.part(createPictureSets).state)
  return sets.find(({ subject }) => subject.uuid === selected)?.subject.name
}

function NoTemplates() {
  const { _: t } = useLingui()
  return (
    <Empty slot="empty" icon={Images} heading="h2" title={t(messages.empty)}>
      <LinkButton to="products.list" look="text">
        {t(messages.emptyHint)}
      </LinkButton>
    </Empty>
  )
}

/** A shared link can filter for something that this customer's set does not have. */
function NoMatch({ onClear }: { onClear: () => void }) {
  const { _: t } = useLingui()
  return (
    <Empty icon={Images} heading="h2" title={t(listMessages.noMatch)}>
      <Button onClick={onClear}>{t(listMessages.clear)}</Button>
    </Empty>
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      <ul className="pk-list" aria-hidden="true">
        {times(skeletons, (index) => (
          <li key={index} className="pk-stack">
            <Skeleton ratio="400 / 290" />
            <Skeleton lines={2} />
          </li>
        ))}
      </ul>
    </div>
  )
}
