import { useLingui } from '@lingui/react'
import type { ListType } from '@portraitkit/core/browsing/categoryRoutes.ts'
import { sizeText } from '@portraitkit/core/browsing/sizeText.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { messages as priceMessages } from '../products/messages.ts'
import type { Priced } from '../products/PriceDialog.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'
import css from './TemplateList.css?inline'
import { whenNear } from './whenNear.ts'

export type TemplateCardProps = {
  type: ListType
  template: TemplateListItem
  shownScene: ShownScene | undefined
  /** Called when the tile is about to become visible. */
  onNear: (template: string) => void
  onBroken: () => void
  /** Called when the customer wants to see all prices. */
  onPrices: (of: Priced) => void
  /** Null: the link is named by its content. Otherwise by its name and lowest price. */
  label?: null
  /** Shown above the name. */
  badge?: ReactNode
  /** Shown instead of the lowest price. */
  price?: ReactNode
}

/** A template drawn as the finished product, with its name and lowest price. */
export function TemplateCard(props: TemplateCardProps) {
  const { type, template, shownScene, onNear, onBroken, onPrices, label, badge, price } = props
  const { _: t } = useLingui()
  const { money, language } = useRoot()
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  useEffect(() => {
    if (isNear && !shownScene) onNear(template.uuid)
    // a reloaded list is requested again
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
        {...(label !== null && { label: t(messages.card, { name, size, price: from }) })}
      >
        <span className="pk-list-thing">
          {isNear && shownScene ? (
            <ScenePreview shownScene={shownScene} label={t(messages.preview, { name })} onBroken={onBroken} />
          ) : (
            <Skeleton ratio="400 / 290" />
          )}
        </span>
        <span className="pk-list-text">
          {badge} <span className="pk-list-name">{name}</span> <span className="pk-soft pk-small">{size}</span>{' '}
          {price ?? (
            <span className="pk-price pk-small">
              <PriceIn text={t(messages.from, { price: from })} prices={[from]} />
            </span>
          )}
        </span>
      </LinkButton>
      <Button
        kind="quiet"
        label={t(priceMessages.pricesOf, { name })}
        onClick={() => onPrices({ product: product.uuid, name })}
      >
        {t(priceMessages.prices)}
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
  // the handler for broken pictures is the same in every rendering
  (one, other) =>
    one.template === other.template &&
    one.shownScene === other.shownScene &&
    one.type === other.type &&
    one.onNear === other.onNear &&
    one.onPrices === other.onPrices,
)

/** True once an element is less than a screen away. */
function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    // an off-screen tile may have no layout, but its parent has
    const current = place.current?.parentElement
    if (current && !isNear) return whenNear(current, () => setNear(true))
  }, [place, isNear])
  return isNear
}
