import { useLingui } from '@lingui/react'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Page } from '../ui/page/Page.tsx'
import { useStepFocus } from '../ui/page/useStepFocus.ts'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { ChooseRecipients } from './ChooseRecipients.tsx'
import { ChooseSets } from './ChooseSets.tsx'
import { InvitationsSent } from './InvitationsSent.tsx'
import { messages } from './messages.ts'
import css from './Share.css?inline'
import { SharedWith } from './SharedWith.tsx'

/**
 * Shares picture sets with friends and family by email: which sets, with whom, and a confirmation (001 §2.7). Below, what is shared
 * already.
 */
export function Share({ headless = false }: { headless?: boolean | undefined }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { step } = useSnapshot(shop.part(createSharing).state)
  const sets = shop.part(createPictureSets)
  const { status } = useSnapshot(sets.state)
  const signedIn = useSessionStatus()
  const node = useStepFocus(step, 'h2')
  useEffect(() => {
    if (signedIn === 'signed-in' && status === 'idle') void sets.load()
  }, [sets, signedIn, status])

  if (signedIn === 'signed-out') return <SignedOut icon={Send} title={t(messages.signIn)} of="myaccount.picturesets" />
  return (
    <Frame headless={headless}>
      <div className="pk-share" ref={node}>
        {step === 'sets' ? <ChooseSets /> : null}
        {step === 'recipients' ? <ChooseRecipients /> : null}
        {step === 'receipt' ? <InvitationsSent /> : null}
        {step === 'recipients' || signedIn !== 'signed-in' ? null : (
          <SharedWith key={step} isWaiting={status !== 'ready' && status !== 'failed'} />
        )}
      </div>
    </Frame>
  )
}

/** Adds the heading of a page, unless the surface is in a dialog, which has one. */
function Frame({ headless, children }: { headless: boolean; children: ReactNode }) {
  const { _: t } = useLingui()
  if (headless) return children
  return (
    <Page width="text" title={t(messages.title)}>
      {children}
    </Page>
  )
}
