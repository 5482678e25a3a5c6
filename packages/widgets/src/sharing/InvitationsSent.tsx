import { useLingui } from '@lingui/react'
import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** Step 3: the recipients that were written to, and a button to invite more. */
export function InvitationsSent() {
  const { _: t } = useLingui()
  const sharing = useRoot().shop.part(createSharing)
  const { sent } = useSnapshot(sharing.state)
  return (
    <>
      <h2>{t(messages.sent)}</h2>
      <Notice kind="good" title={t(messages.sentTo, { count: sent.length })}>
        <ul>
          {sent.map((address) => (
            <li key={address} className="pk-share-address">
              {address}
            </li>
          ))}
        </ul>
      </Notice>
      <Button kind="primary" width="full" onClick={sharing.inviteMore}>
        {t(messages.inviteMore)}
      </Button>
    </>
  )
}
