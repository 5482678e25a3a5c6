import { useLingui } from '@lingui/react'
import type { PromotedProduct } from '@portraitkit/core/browsing/contract.ts'
import { previousPrice, tierAt } from '@portraitkit/core/products/volumePrice.ts'
import { routeWords } from '@portraitkit/core/template/routeWords.ts'
import { OfferPrice } from '../products/OfferPrice.tsx'
import { useRoot } from '../rootContext.ts'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { messages as browsingMessages } from './messages.ts'
import { messages } from './promotedMessages.ts'
import { TemplateCard, type TemplateCardProps } from './TemplateTile.tsx'

type PromotedTileProps = Pick<TemplateCardProps, 'shownScene' | 'onNear' | 'onBroken' | 'onPrices'> & {
  promoted: PromotedProduct
}

/** CRT-7: a 'Special offer' for customers who qualify, otherwise a 'Best seller'. */
export function PromotedTile({ promoted, ...rest }: PromotedTileProps) {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { template, templateData, product, rebatedPrice } = promoted
  const badge = rebatedPrice === null ? t(messages.best) : t(messages.special)
  const price = money(rebatedPrice ?? templateData.fromPrice)
  const before = previousPrice(product, tierAt(product.productprices, 1))
  return (
    <TemplateCard
      {...rest}
      type={routeWords[template.type]}
      template={templateData}
      label={null}
      badge={
        <span className="pk-promoted-badge" data-special={rebatedPrice !== null || undefined}>
          {badge}
        </span>
      }
      price={
        rebatedPrice === null ? (
          <span className="pk-price pk-small">
            <PriceIn text={t(browsingMessages.from, { price })} prices={[price]} />
          </span>
        ) : (
          <OfferPrice now={price} before={before === null ? null : money(before)} />
        )
      }
    />
  )
}
