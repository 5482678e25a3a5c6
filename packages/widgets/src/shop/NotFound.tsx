import { useLingui } from '@lingui/react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { messages } from './messages.ts'

/** For an address that the shop does not have: the specified text for a missing page, with links to the shop. */
export function NotFound() {
  const { _: t } = useLingui()
  const { user } = useSnapshot(useRoot().shop.session.state)
  return (
    <Page width="text" title={t(messages.missing)} lead={t(messages.missingWhy)}>
      <div className="pk-row">
        <LinkButton to="frontpage" kind="primary">
          {t(messages.toFrontPage)}
        </LinkButton>
        {user ? <LinkButton to="myaccount.picturesets">{t(messages.pictureSets)}</LinkButton> : null}
      </div>
    </Page>
  )
}
