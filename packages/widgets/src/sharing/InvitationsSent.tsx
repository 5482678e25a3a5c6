import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** Step 3: the recipients that were written to, and a button to invite more. */
export function InvitationsSent() {
  const t = useT(messages)
  const sharing = useRoot().shop.part(createSharing)
  const { sent } = useSnapshot(sharing.state)
  return (
    <>
      <h2>{t('sharing.sent')}</h2>
      <Notice kind="good" title={t('sharing.sentTo', { count: sent.length })}>
        <ul>
          {sent.map((address) => (
            <li key={address} className="pk-share-address">
              {address}
            </li>
          ))}
        </ul>
      </Notice>
      <Button kind="primary" width="full" onClick={sharing.inviteMore}>
        {t('sharing.inviteMore')}
      </Button>
    </>
  )
}
