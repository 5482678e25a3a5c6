import { createEntry } from '@portraitkit/core/access/state.ts'
import { MailOpen } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import css from './Access.css?inline'
import { EmailStep } from './EmailStep.tsx'
import { messages } from './messages.ts'
import { RegisterStep } from './RegisterStep.tsx'
import { WelcomeBackStep } from './WelcomeBackStep.tsx'

/** The steps after the code on a page of their own, for hosts that keep the code field elsewhere. */
export function EmailCheck() {
  return <StepAfterCode />
}

/** Registration on a page of its own. It needs an entered code and an e-mail address, and asks for what is missing. */
export function Registration() {
  return <StepAfterCode />
}

function StepAfterCode() {
  useStyles(css)
  const t = useT(messages)
  const { shop } = useRoot()
  const { step } = useSnapshot(shop.part(createEntry).state)
  if (step === 'email') return <EmailStep />
  if (step === 'welcome-back') return <WelcomeBackStep />
  if (step === 'register') return <RegisterStep />
  return (
    <Empty icon={MailOpen} title={t('access.noCodeTitle')}>
      <p className="pk-soft">{t('access.noCode')}</p>
      <LinkButton to="frontpage" kind="primary">
        {t('access.enterCode')}
      </LinkButton>
    </Empty>
  )
}
