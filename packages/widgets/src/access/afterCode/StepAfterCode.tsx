import type { EntryStep } from '@portraitkit/core/access/codeEntry.ts'
import { EmailStep } from './EmailStep.tsx'
import { RegisterStep } from './RegisterStep.tsx'
import { SharedLink } from './SharedLink.tsx'
import { WelcomeBackStep } from './WelcomeBackStep.tsx'

/**
 * The step after a valid code: the email address, then the password of a known one or a new account (ENT-6). Before it, the page of
 * a shared link, whose token nobody types.
 */
export function StepAfterCode({ step, token = '' }: { step: EntryStep; token?: string }) {
  if (step === 'code') return <SharedLink key={token} token={token} />
  if (step === 'welcome-back') return <WelcomeBackStep />
  return step === 'register' ? <RegisterStep /> : <EmailStep />
}
