import { useLingui } from '@lingui/react'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useLayoutEffect, useRef } from 'react'
import { useRoot } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/FieldError.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { messages } from './messages.ts'
import { Price } from './Price.tsx'
import { useDigitalPortraits } from './useDigitalPortraits.ts'

/** The whole set at one price, if it is offered; also shown while it is in the cart, to remove it. */
export function SetOffer({ set, isOffered }: { set: PictureSet; isOffered: boolean }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { part, state } = useDigitalPortraits()
  const renew = usePictureRefresh(shop.part(createPictureSets).refresh)
  const { uuid, name } = set.subject
  const ways = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The pressed button was replaced by another one.
  useLayoutEffect(() => {
    if (pressed.current) ways.current?.querySelector<HTMLElement>('a, button')?.focus()
    pressed.current = false
  }, [set.inCart])
  const isSold = isOffered && state.prices.set !== null
  if (!isSold && !set.inCart) return null
  const toggle = () => {
    pressed.current = true
    void part.toggle({ pictureSet: uuid }, !set.inCart)
  }
  const busy = state.busy[uuid] ?? false
  const problem = state.problems[uuid]
  return (
    <section className="pk-card pk-set-offer" aria-labelledby={`pk-offer-${uuid}`}>
      <PictureStack
        files={previewFiles(set.pictures)}
        label={t(messages.previews, { name })}
        failedLabel={t(messages.pictureFailed)}
        onBroken={renew}
      />
      <div className="pk-set-offer-text">
        <h2 id={`pk-offer-${uuid}`}>{t(messages.offerTitle, { name })}</h2>
        <p className="pk-soft">{t(messages.offerText, { count: set.pictures.length })}</p>
        {set.inCart ? (
          <>
            <p className="pk-file-state" role="status">
              {t(messages.setInCart)}
            </p>
            <div className="pk-row" ref={ways}>
              <LinkButton to="shoppingcart" kind="primary">
                {t(messages.cart)}
              </LinkButton>
              <Button busy={busy} onClick={toggle}>
                {t(messages.takeOut)}
              </Button>
            </div>
          </>
        ) : (
          <>
            <Price of="set" />
            <div className="pk-row" ref={ways}>
              <Button kind="primary" busy={busy} onClick={toggle}>
                {t(messages.buySet)}
              </Button>
            </div>
          </>
        )}
        {problem ? <FieldError>{problem}</FieldError> : null}
      </div>
    </section>
  )
}
