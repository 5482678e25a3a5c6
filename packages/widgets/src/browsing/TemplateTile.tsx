import type { ListType } from '@portraitkit/core/browsing/categoryTargets.ts'
import { sizeText } from '@portraitkit/core/browsing/sizeText.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../locales/useT.ts'
import { messages as priceMessages } from '../products/messages.ts'
import type { Priced } from '../products/PriceDialog.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'
import css from './TemplateList.css?inline'
import { whenNear } from './whenNear.ts'

export type TemplateCardProps = {
  type: ListType
  template: TemplateListItem
  shownScene: ShownScene | undefined
  /** It is about to be seen. */
  onNear: (template: string) => void
  onBroken: () => void
  /** Somebody wants to see all prices. */
  onPrices: (of: Priced) => void
  /** Null: its link is called what stands in it. Else what it is and costs at least. */
  label?: null
  /** Stands above its name. */
  badge?: ReactNode
  /** In the place of what it costs at least. */
  price?: ReactNode
}

/** A template as the thing that it becomes, what it is called, and what it costs at least. */
export function TemplateCard(props: TemplateCardProps) {
  const { type, template, shownScene, onNear, onBroken, onPrices, label, badge, price } = props
  const t = useT(messages)
  const prices = useT(priceMessages)
  const { money, language } = useRoot()
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  useEffect(() => {
    if (isNear && !shownScene) onNear(template.uuid)
    // a list that came anew is asked anew
  }, [isNear, shownScene, onNear, template])
  useStyles(css)
  const { uuid, name, product, trimBox, foldAt } = template
  const size = sizeText(trimBox, foldAt, language)
  const from = money(template.fromPrice)
  return (
    <div ref={place} className="pk-list-card">
      <LinkButton
        to="products.create"
        params={{ type, productUuid: product.uuid, templateUuid: uuid }}
        look="bare"
        {...(label !== null && { label: t('browsing.card', { name, size, price: from }) })}
      >
        <span className="pk-list-thing">
          {isNear && shownScene ? (
            <ScenePreview shownScene={shownScene} label={t('browsing.preview', { name })} onBroken={onBroken} />
          ) : (
            <Skeleton ratio="400 / 290" />
          )}
        </span>
        <span className="pk-list-text">
          {badge} <span className="pk-list-name">{name}</span> <span className="pk-soft pk-small">{size}</span>{' '}
          {price ?? <span className="pk-price pk-small">{t('browsing.from', { price: from })}</span>}
        </span>
      </LinkButton>
      <Button
        kind="quiet"
        label={prices('products.pricesOf', { name })}
        onClick={() => onPrices({ product: product.uuid, name })}
      >
        {prices('products.prices')}
      </Button>
    </div>
  )
}

/** A template in a list. */
export const TemplateTile = memo(
  (props: TemplateCardProps) => (
    <li className="pk-list-tile" data-template={props.template.uuid}>
      <TemplateCard {...props} />
    </li>
  ),
  // what is done when a picture breaks is the same for all renderings
  (one, other) =>
    one.template === other.template &&
    one.shownScene === other.shownScene &&
    one.type === other.type &&
    one.onNear === other.onNear &&
    one.onPrices === other.onPrices,
)

/** True from when an element is less than a screen away. */
function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    // a tile out of sight may not be laid out, what it stands in is
    const current = place.current?.parentElement
    if (current && !isNear) return whenNear(current, () => setNear(true))
  }, [place, isNear])
  return isNear
}
