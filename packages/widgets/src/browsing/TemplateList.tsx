import { sizeText } from '@portraitkit/core/browsing/size.ts'
import { type CardListState, createCardList } from '@portraitkit/core/browsing/state.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { Images } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import { SceneThing } from '../scene/SceneThing.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './CardList.css?inline'
import { messages } from './messages.ts'
import { PictureSetSelect } from './PictureSetSelect.tsx'

// 001 §2.2: ten skeleton placeholders while loading
const skeletons = 10

/** The cards of the shop, each with the customer's own picture in it. */
export function CardList({ category }: { category?: string | undefined }) {
  useStyles(css)
  const t = useT(messages)
  const { shop } = useRoot()
  const list = shop.part(createCardList)
  const state = useSnapshot(list.state) as CardListState
  const chosen = useChosen()
  useEffect(() => void list.load(category), [list, category])

  return (
    <Page
      title={t('browsing.cards')}
      lead={chosen ? t('browsing.cardsLeadSet', { name: chosen }) : t('browsing.cardsLead')}
    >
      <div className="pk-list-set">
        <PictureSetSelect />
      </div>
      <Visitor />
      <NoPictures />
      {state.status === 'failed' ? (
        <Notice kind="danger" title={t('browsing.failed')}>
          <p>{state.error}</p>
          <div>
            <Button onClick={() => void list.refresh()}>{t('browsing.again')}</Button>
          </div>
        </Notice>
      ) : null}
      {state.status === 'loading' || state.status === 'idle' ? <ListSkeleton label={t('browsing.loading')} /> : null}
      {state.status === 'ready' && state.cards.length === 0 ? (
        <Empty icon={Images} heading="h2" title={t('browsing.empty')}>
          <LinkButton to="products.list" look="text">
            {t('browsing.emptyHint')}
          </LinkButton>
        </Empty>
      ) : null}
      {state.status === 'ready' && state.cards.length > 0 ? (
        <>
          <ul className="pk-list">
            {state.cards.map((card) => (
              <Card key={card.uuid} card={card} shown={state.scenes[card.uuid]} onBroken={() => void list.refresh()} />
            ))}
          </ul>
          <p className="pk-soft pk-small">{t('browsing.each')}</p>
        </>
      ) : null}
    </Page>
  )
}

/** The name of the chosen set's subject. */
function useChosen(): string | undefined {
  const { shop } = useRoot()
  const { sets, chosen } = useSnapshot(shop.part(createPictureSets).state)
  return sets.find(({ subject }) => subject.uuid === chosen)?.subject.name
}

type CardProps = { card: TemplateListItem; shown: ShownScene | undefined; onBroken: () => void }

function Card({ card, shown, onBroken }: CardProps) {
  const t = useT(messages)
  const { money, language } = useRoot()
  const foldAt = shown?.scene.foldAt
  const size = sizeText(card.trimBox, foldAt, language)
  const price = money(card.fromPrice)
  const params = { type: 'cards', productUuid: card.product.uuid, templateUuid: card.uuid }
  return (
    <li>
      <LinkButton
        to="products.create"
        params={params}
        look="bare"
        label={t('browsing.card', { name: card.name, size, price })}
      >
        {shown ? (
          <SceneThing shown={shown} label={t('browsing.preview', { name: card.name })} onBroken={onBroken} />
        ) : (
          <Skeleton ratio="400 / 290" />
        )}
        <span className="pk-list-text">
          <span className="pk-list-name">{card.name}</span>
          <span className="pk-soft pk-small">{size}</span>
          <span className="pk-price pk-small">{t('browsing.from', { price })}</span>
        </span>
      </LinkButton>
    </li>
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <ul className="pk-list" aria-hidden="true">
        {Array.from({ length: skeletons }, (_, index) => (
          <li key={index} className="pk-stack">
            <Skeleton ratio="400 / 290" />
            <Skeleton lines={2} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A customer whose picture sets hold nothing that could stand on a card: the cards are empty, and this is why. */
function NoPictures() {
  const t = useT(messages)
  const { shop } = useRoot()
  const { status, sets, chosen } = useSnapshot(shop.part(createPictureSets).state)
  if (status !== 'ready' || sets.length === 0 || chosen) return null
  return (
    <Notice>
      <p>{t('browsing.noPictures')}</p>
      <div>
        <LinkButton to="myaccount.picturesets">{t('browsing.sets')}</LinkButton>
      </div>
    </Notice>
  )
}

/** Nobody is signed in: the cards are empty, and this is why. */
function Visitor() {
  const t = useT(messages)
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  if (status !== 'signed-out') return null
  return (
    <Notice>
      <p>{t('browsing.visitor')}</p>
      <div>
        <LinkButton to="frontpage">{t('browsing.enterCode')}</LinkButton>
      </div>
    </Notice>
  )
}
