import type { EntryStep } from '@portraitkit/core/access/codeEntry.ts'
import { EmailStep } from './EmailStep.tsx'
import { RegisterStep } from './RegisterStep.tsx'
import { WelcomeBackStep } from './WelcomeBackStep.tsx'

/** The step after a valid code: the email address, then the password of a known one or a new account (ENT-6). */
export function StepAfterCode({ step }: { step: Exclude<EntryStep, 'code'> }) {
  if (step === 'welcome-back') return <WelcomeBackStep />
  return step === 'register' ? <RegisterStep /> : <EmailStep />
}
