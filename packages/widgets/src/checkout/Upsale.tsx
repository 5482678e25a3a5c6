import { useLingui } from '@lingui/react'
import { nextUpsale } from '@portraitkit/core/checkout/upsale.ts'
import { createUpsale, type UpsaleState } from '@portraitkit/core/checkout/upsaleState.ts'
import { useCallback, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { CatalogueDialog } from '../cart/catalogues/CatalogueDialog.tsx'
import { useRoot } from '../rootContext.ts'
import { messages as checkoutMessages } from './messages.ts'
import { SpecialOffer } from './SpecialOffer.tsx'
import { messages } from './upsaleMessages.ts'
import { useCheckout } from './useCheckout.ts'

/** UPS-1, UPS-2: the offers at the checkout, one dialog after the other. */
export function Upsale() {
  const { shop } = useRoot()
  const { _: t } = useLingui()
  const { upsaleList } = useCheckout().state
  const upsale = shop.part(createUpsale)
  const state = useSnapshot(upsale.state) as UpsaleState
  const next = nextUpsale(upsaleList, state)
  useEffect(() => upsale.arrive(), [upsale])
  const endCatalogue = useCallback(() => upsale.end('CATALOGUE'), [upsale])
  return (
    <>
      <CatalogueDialog
        open={next?.type === 'CATALOGUE'}
        title={t(messages.catalogue)}
        send={upsale.addCatalogues}
        sayProblem={(message) => t(checkoutMessages.addCatalogues, { message })}
        onNothing={endCatalogue}
        onNoThanks={endCatalogue}
        onAdded={endCatalogue}
      />
      <SpecialOffer
        products={next?.type === 'DIGITAL_FILES' ? next.products : []}
        sayProblem={(message) => t(checkoutMessages.buyDigitalSets, { message })}
      />
    </>
  )
}
