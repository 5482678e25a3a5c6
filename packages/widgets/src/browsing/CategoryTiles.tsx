import { useLingui } from '@lingui/react'
import { type CategoriesState, createCategories } from '@portraitkit/core/browsing/categories.ts'
import { routeOfCategory, visibleCategories } from '@portraitkit/core/browsing/categoryRoutes.ts'
import type { Category } from '@portraitkit/core/browsing/contract.ts'
import { times } from '@portraitkit/core/natives.ts'
import { Images } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/controls/Icon.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import css from './CategoryTiles.css?inline'
import { ChangePictureSet, type SetQuestion } from './ChangePictureSet.tsx'
import { messages } from './messages.ts'

// 001 §2.1: "Five skeleton placeholders show while loading."
const skeletons = 5

/** A tile for each category of the shop, except the archive and the category named by `except`. */
export function CategoryTiles({ except }: { except?: string }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const overview = shop.part(createCategories)
  const state = useSnapshot(overview.state) as CategoriesState
  const [question, setQuestion] = useState<SetQuestion>()
  useEffect(() => void overview.load(), [overview])
  const categories = visibleCategories(state.categories, except)

  /** 001 §2.1: intercepts the click if another picture set has products that the selected one lacks. */
  const intercept = (event: MouseEvent, category: Category) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const change = overview.otherSetFor(category)
    if (!change) return
    event.preventDefault()
    setQuestion({ category, change })
  }
  if (state.status === 'failed') {
    return (
      <Notice kind="danger" title={t(messages.failed)}>
        <p>{state.error}</p>
        <div>
          <Button onClick={() => void overview.load()}>{t(messages.again)}</Button>
        </div>
      </Notice>
    )
  }
  if (state.status !== 'ready') return <TilesSkeleton label={t(messages.loading)} />
  if (categories.length === 0) {
    return (
      <Empty slot="empty" icon={Images} heading="h2" title={t(messages.noCategories)}>
        <LinkButton to="products.cards">{t(messages.toCards)}</LinkButton>
      </Empty>
    )
  }
  return (
    <>
      <ul className="pk-tiles">
        {categories.map((category) => (
          <li key={category.internalName} onClickCapture={(event) => intercept(event, category)}>
            <Tile category={category} />
          </li>
        ))}
      </ul>
      <ChangePictureSet question={question} onDone={() => setQuestion(undefined)} />
    </>
  )
}

function Tile({ category }: { category: Category }) {
  const { title, description, image } = category
  const { name, params } = routeOfCategory(category)
  return (
    <LinkButton to={name} params={params} look="bare">
      <span className="pk-tile-picture">
        {image ? <img src={image} alt="" loading="lazy" decoding="async" draggable={false} /> : <Icon of={Images} />}
      </span>
      <span className="pk-tile-text">
        <span className="pk-tile-title">{title}</span>
        {description ? <span className="pk-soft">{description}</span> : null}
      </span>
    </LinkButton>
  )
}

function TilesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      <ul className="pk-tiles" aria-hidden="true">
        {times(skeletons, (index) => (
          <li key={index} className="pk-stack">
            <Skeleton ratio="3 / 2" />
            <Skeleton lines={2} />
          </li>
        ))}
      </ul>
    </div>
  )
}
