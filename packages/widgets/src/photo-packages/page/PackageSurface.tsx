import { useLingui } from '@lingui/react'
import { createPackagePage, type PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import type { PackagePageState } from '@portraitkit/core/photo-packages/page/packagePageState.ts'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { RequireLineOwner } from '../../cart/lineOwner/RequireLineOwner.tsx'
import { useStyles } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { useLivePage } from '../../useLivePage.ts'
import offersCss from '../offers/PackageOffers.css?inline'
import { PackageEditor } from './PackageEditor.tsx'
import css from './PackagePage.css?inline'
import { packageMessages as messages } from './packageMessages.ts'

export type PackageProps = {
  package?: string | undefined
  orderLine?: string | undefined
  updateLabel?: string | undefined
}

/** PKG-3: the page that fills a package: a new one, or one on a line of the cart. */
export function PackageSurface(props: PackageProps) {
  useStyles(offersCss)
  useStyles(css)
  if (!props.package && !props.orderLine) throw new Error('the option package or order-line is missing')
  return (
    <RequireLineOwner key={props.orderLine} orderLine={props.orderLine} waiting={<PackageSkeleton />}>
      <PackageLoader {...props} />
    </RequireLineOwner>
  )
}

function PackageLoader({ package: uuid, orderLine, updateLabel }: PackageProps) {
  const target = useMemo(() => (orderLine ? { orderLine } : { package: uuid ?? '' }), [uuid, orderLine])
  const page = useLivePage(target, createPackagePage)
  const isLine = orderLine !== undefined
  return page ? <PackageContent page={page} updateLabel={updateLabel} isLine={isLine} /> : <PackageSkeleton />
}

type PackageContentProps = { page: PackagePage; updateLabel: string | undefined; isLine: boolean }

function PackageContent({ page, updateLabel, isLine }: PackageContentProps) {
  const { _: t } = useLingui()
  const state = useSnapshot(page.state) as PackagePageState
  if (state.status === 'loading') return <PackageSkeleton />
  if (state.status === 'failed' || !state.instance) {
    return (
      <Page title={t(messages.failed)} width="text">
        <Notice kind="danger" title={state.error || t(messages.failed)} />
        <div className="pk-row">
          <Button kind="primary" onClick={() => void page.open()}>
            {t(messages.again)}
          </Button>
          <LinkButton to={isLine ? 'shoppingcart' : 'products.list'}>
            {t(isLine ? messages.toCart : messages.toOffers)}
          </LinkButton>
        </div>
      </Page>
    )
  }
  return <PackageEditor page={page} state={state} instance={state.instance} updateLabel={updateLabel} />
}

function PackageSkeleton() {
  const { _: t } = useLingui()
  return (
    <div className="pk-page" role="status" aria-label={t(messages.loading)}>
      <Skeleton lines={2} width="min(100%, 420px)" />
      <div className="pk-pack" aria-hidden="true">
        <div className="pk-pack-items">
          {[1, 2].map((each) => (
            <div key={each} className="pk-stack">
              <Skeleton ratio="4 / 3" />
              <Skeleton lines={2} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
