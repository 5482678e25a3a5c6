import { offerTotal } from '@portraitkit/core/cart/catalogueOffer.ts'
import { BookOpen } from 'lucide-react'
import { useEffect } from 'react'
import { useT } from '../../locales/useT.ts'
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
  const t = useT(messages)
  const form = useT(formMessages)
  const { offer, state } = useCatalogueOffer()
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn !== 'signed-out') void offer.load()
  }, [offer, signedIn])

  if (signedIn === 'signed-out')
    return <SignedOut icon={BookOpen} title={t('catalogue.signIn')} of="products.catalogues" />
  if (state.status === 'ready' && state.catalogues.length === 0) {
    return (
      <Empty slot="empty" icon={BookOpen} title={t('catalogue.emptyTitle')}>
        <p className="pk-soft">{t('catalogue.empty')}</p>
        <LinkButton to="products.list" kind="primary">
          {t('catalogue.toProducts')}
        </LinkButton>
      </Empty>
    )
  }
  return (
    <Page title={t('catalogue.title')} lead={t('catalogue.lead')}>
      {state.status === 'failed' ? (
        <Notice kind="danger" title={t('catalogue.failed')}>
          <p>{state.error}</p>
          <div>
            <Button onClick={() => void offer.load()}>{form('form.again')}</Button>
          </div>
        </Notice>
      ) : null}
      {state.status === 'ready' ? <Offer /> : null}
      {state.status === 'idle' || state.status === 'loading' ? (
        <div className="pk-stack" role="status" aria-busy="true" aria-label={t('catalogue.loading')}>
          <Skeleton ratio="5 / 2" />
          <Skeleton ratio="5 / 2" />
        </div>
      ) : null}
    </Page>
  )
}

function Offer() {
  const t = useT(messages)
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
            {t('catalogue.add')}
          </BottomBar>
          <LinkButton to="products.list" kind="quiet">
            {t('catalogue.noThanks')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}
