import { useLingui } from '@lingui/react'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { MailOpen } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { useStepFocus } from '../ui/page/useStepFocus.ts'
import { Empty } from '../ui/states/Empty.tsx'
import css from './Access.css?inline'
import { StepAfterCode } from './afterCode/StepAfterCode.tsx'
import { stepMessages } from './afterCode/stepMessages.ts'
import { useStepHistory } from './useStepHistory.ts'

/** The steps after the code on a page of their own, for hosts that put the code field elsewhere. */
export function EmailCheck() {
  return <Step />
}
EmailCheck.shape = 'form'

/** Registration on a page of its own. It needs an entered code and an email address, and asks for whichever is missing. */
export function Registration() {
  return <Step />
}
Registration.shape = 'form'

function Step() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const entry = shop.part(createEntry)
  const { step } = useSnapshot(entry.state)
  useStepHistory(entry, step)
  const node = useStepFocus(step)
  if (step !== 'code') {
    return (
      <div ref={node}>
        <StepAfterCode step={step} />
      </div>
    )
  }
  return (
    <Empty icon={MailOpen} title={t(stepMessages.noCodeTitle)}>
      <p className="pk-soft">{t(stepMessages.noCode)}</p>
      <LinkButton to="frontpage" kind="primary">
        {t(stepMessages.enterCode)}
      </LinkButton>
    </Empty>
  )
}
