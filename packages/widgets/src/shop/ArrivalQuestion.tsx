import { useLingui } from '@lingui/react'
import { createArrival } from '@portraitkit/core/account/handOver/arrival.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { arrivalMessages as messages } from './arrivalMessages.ts'

/** Asks a visitor who was signed in on the page before, and follows a link to where somebody else is. */
export function ArrivalQuestion() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const arrival = shop.part(createArrival)
  const { question, isBusy, problem } = useSnapshot(arrival.state)
  const { user } = useSnapshot(shop.session.state)
  return (
    <ConfirmDialog
      open={question !== null}
      title={t(messages.title)}
      confirmLabel={t(messages.change)}
      cancelLabel={t(messages.keep)}
      closeLabel={t(messages.keep)}
      busy={isBusy}
      onConfirm={() => void arrival.agree()}
      onCancel={arrival.decline}
    >
      <p>{t(messages.question, { here: user?.emailAddress ?? '', before: question?.emailAddress ?? '' })}</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </ConfirmDialog>
  )
}
