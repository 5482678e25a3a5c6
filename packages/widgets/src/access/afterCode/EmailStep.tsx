import { useLingui } from '@lingui/react'
import type { CodeSubject } from '@portraitkit/core/access/contract.ts'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { emailFault } from '@portraitkit/core/account/formRules.ts'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { useFieldError } from '../../ui/controls/useFieldError.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Page } from '../../ui/page/Page.tsx'
import { goStepBack } from '../useStepHistory.ts'
import { stepMessages } from './stepMessages.ts'

/** The title: the subjects whose pictures are ready, or otherwise all subjects and the state of their pictures. */
function titleOf(subjects: readonly CodeSubject[]) {
  const ready = subjects.filter(({ state }) => !state)
  if (ready.length > 0) return { text: stepMessages.emailTitleNamed, subjects: ready } as const
  const waiting = subjects.every(({ state }) => state === 'waiting')
  return { text: waiting ? stepMessages.emailTitleWaiting : stepMessages.emailTitleOf, subjects } as const
}

/** The screen after a valid code: the subjects' names, and a field for the email address (ENT-11). */
export function EmailStep() {
  const { _: t } = useLingui()
  const fieldError = useFieldError()
  const { shop, language } = useRoot()
  const entry = shop.part(createEntry)
  const state = useSnapshot(entry.state)
  const [email, setEmail] = useState(state.email)
  const { isTouched, onBlur, show } = useTouched()
  const fault = emailFault(email)
  const title = titleOf(state.subjects)
  const names = new Intl.ListFormat(language).format(title.subjects.map(({ name }) => name))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
    if (!fault) void entry.submitEmail(email.trim())
  }
  return (
    <Page
      width="form"
      title={names ? t(title.text, { names }) : t(stepMessages.emailTitle)}
      lead={t(title.text === stepMessages.emailTitleWaiting ? stepMessages.emailLeadWaiting : stepMessages.emailLead)}
    >
      <form className="pk-form" onSubmit={submit} noValidate>
        <Field
          label={t(stepMessages.emailLabel)}
          type="email"
          value={email}
          onValue={setEmail}
          onBlur={onBlur}
          error={state.errors.email || (isTouched ? fieldError(fault) : undefined)}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" kind="primary" width="full" busy={state.status === 'loading'}>
          {t(stepMessages.continue)}
        </Button>
        <Button kind="quiet" width="full" onClick={() => goStepBack(entry)}>
          {t(stepMessages.goBack)}
        </Button>
      </form>
    </Page>
  )
}
