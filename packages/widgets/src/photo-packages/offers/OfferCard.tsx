import { useLingui } from '@lingui/react'
import { contentsOf } from '@portraitkit/core/photo-packages/contents.ts'
import type { PackageOffer } from '@portraitkit/core/photo-packages/contract.ts'
import { routeOfLink } from '@portraitkit/core/photo-packages/linkTarget.ts'
import { routeOf } from '@portraitkit/core/routes.ts'
import { Package } from 'lucide-react'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { offersMessages as messages } from './offersMessages.ts'
import { PackagePrice } from './PackagePrice.tsx'

/** PKG-2: one offered package, or a link among them. */
export function OfferCard({ offer }: { offer: PackageOffer }) {
  const { uuid, name, description, image, disabled } = offer
  return (
    <article className="pk-offer" data-disabled={disabled ? '' : undefined} aria-labelledby={`pk-offer-${uuid}`}>
      <div className="pk-offer-picture">
        {image ? <img src={image} alt="" loading="lazy" decoding="async" draggable={false} /> : <Icon of={Package} />}
      </div>
      <div className="pk-offer-text">
        <h3 id={`pk-offer-${uuid}`}>{name}</h3>
        {description ? <p className="pk-soft">{description}</p> : null}
        <Contents offer={offer} />
      </div>
      <div className="pk-offer-foot">
        {offer.type === 'package' ? <PackagePrice price={offer} /> : null}
        {disabled ? <FieldError>{disabled.reason}</FieldError> : null}
        <OfferLink offer={offer} />
      </div>
    </article>
  )
}

/** The content, with equal items counted. */
function Contents({ offer: { packageItems } }: { offer: PackageOffer }) {
  const { _: t } = useLingui()
  if (packageItems.length === 0) return null
  return (
    <ul className="pk-offer-items pk-small" aria-label={t(messages.in)}>
      {contentsOf(packageItems).map(({ name, count }) => (
        <li key={name}>{count > 1 ? t(messages.times, { count, name }) : name}</li>
      ))}
    </ul>
  )
}

/** The link to the package. If it is unavailable, it has no target and says why. */
function OfferLink({ offer }: { offer: PackageOffer }) {
  const { _: t } = useLingui()
  const { uuid, name, type, link, linkText, linkInfo, disabled } = offer
  const isLink = type === 'link'
  const word = isLink ? linkText || name : t(messages.choose)
  if (disabled) {
    return (
      <Button kind="primary" width="full" disabled>
        {word}
      </Button>
    )
  }
  const label = isLink ? `${word}: ${name}` : t(messages.chooseNamed, { name })
  const ofShop = link?.startsWith('/') ? routeOf(link) : undefined
  const target = !isLink
    ? ({ name: 'products.packages.create', params: { packageUuid: uuid } } as const)
    : linkInfo
      ? routeOfLink(linkInfo)
      : ofShop
  if (target) {
    return (
      <LinkButton
        to={target.name}
        params={target.params}
        kind={isLink ? 'secondary' : 'primary'}
        width="full"
        label={label}
      >
        {word}
      </LinkButton>
    )
  }
  return link ? (
    <a className="pk-button" href={link} data-kind="secondary" data-width="full" aria-label={label}>
      {word}
    </a>
  ) : null
}
