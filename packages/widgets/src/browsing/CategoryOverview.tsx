import { useLingui } from '@lingui/react'
import { useRoot, useStyles } from '../rootContext.ts'
import { RootLoading } from '../theme/RootStates.tsx'
import { Page } from '../ui/page/Page.tsx'
import { CategoryTiles } from './CategoryTiles.tsx'
import { NoPicturesNotice, SignedOutNotice } from './EmptyProductNotices.tsx'
import { messages } from './messages.ts'
import { PictureSetSelect } from './PictureSetSelect.tsx'
import css from './TemplateList.css?inline'
import { useCustomerKnown } from './useCustomerKnown.ts'

/** Everything that the shop sells, by category (001 §2.1). */
export function CategoryOverview() {
  useStyles(css)
  const { _: t } = useLingui()
  const { language } = useRoot()
  if (!useCustomerKnown()) return <RootLoading shape="page" language={language} />
  return (
    <Page title={t(messages.products)} lead={t(messages.productsLead)}>
      <div className="pk-list-set">
        <PictureSetSelect />
      </div>
      <SignedOutNotice />
      <NoPicturesNotice />
      <CategoryTiles />
    </Page>
  )
}
