import { useLingui } from '@lingui/react'
import { offerTotal } from '@portraitkit/core/cart/catalogueOffer.ts'
import { BookOpen } from 'lucide-react'
import { useEffect } from 'react'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { BottomBar } from '../../ui/order/BottomBar.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Empty } from '../../ui/states/Empty.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import { CatalogueList, CatalogueProblem, useCatalogueOffer } from './CatalogueList.tsx'
import { messages } from './catalogueMessages.ts'

/** CTL-4: the printed catalogues of the customer's children, each with a quantity. */
export function Catalogues() {
  const { _: t } = useLingui()
  const { offer, state } = useCatalogueOffer()
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn !== 'signed-out') void offer.load()
  }, [offer, signedIn])

  if (signedIn === 'signed-out')
    return <SignedOut icon={BookOpen} title={t(messages.signIn)} of="products.catalogues" />
  if (state.status === 'ready' && state.catalogues.length === 0) {
    return (
      <Empty slot="empty" icon={BookOpen} title={t(messages.emptyTitle)}>
        <p className="pk-soft">{t(messages.empty)}</p>
        <LinkButton to="products.list" kind="primary">
          {t(messages.toProducts)}
        </LinkButton>
      </Empty>
    )
  }
  return (
    <Page title={t(messages.title)} lead={t(messages.lead)}>
      {state.status === 'failed' ? (
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{state.error}</p>
          <div>
            <Button onClick={() => void offer.load()}>{t(formMessages.again)}</Button>
          </div>
        </Notice>
      ) : null}
      {state.status === 'ready' ? <Offer /> : null}
      {state.status === 'idle' || state.status === 'loading' ? (
        <div className="pk-stack" role="status" aria-busy="true" aria-label={t(messages.loading)}>
          <Skeleton ratio="5 / 2" />
          <Skeleton ratio="5 / 2" />
        </div>
      ) : null}
    </Page>
  )
}

function Offer() {
  const { _: t } = useLingui()
  const { money, navigate } = useRoot()
  const { offer, state } = useCatalogueOffer()
  const total = offerTotal(state.catalogues, state.quantities)
  const add = async () => {
    if (await offer.add()) navigate('shoppingcart')
  }
  return (
    <>
      <CatalogueList heading="h2" />
      <div className="pk-books-foot">
        <CatalogueProblem />
        <div className="pk-books-ways">
          <BottomBar {...(total > 0 && { price: money(total) })} busy={state.adding} onClick={() => void add()}>
            {t(messages.add)}
          </BottomBar>
          <LinkButton to="products.list" kind="quiet">
            {t(messages.noThanks)}
          </LinkButton>
        </div>
      </div>
    </>
  )
}
