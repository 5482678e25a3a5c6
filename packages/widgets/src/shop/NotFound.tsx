import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { messages } from './messages.ts'

/** For an address that the shop does not have: the specified text for a missing page, with links to the shop. */
export function NotFound() {
  const t = useT(messages)
  const { user } = useSnapshot(useRoot().shop.session.state)
  return (
    <Page width="text" title={t('shop.missing')} lead={t('shop.missingWhy')}>
      <div className="pk-row">
        <LinkButton to="frontpage" kind="primary">
          {t('shop.toFrontPage')}
        </LinkButton>
        {user ? <LinkButton to="myaccount.picturesets">{t('shop.pictureSets')}</LinkButton> : null}
      </div>
    </Page>
  )
}
