import type { CodeSubject } from '@portraitkit/core/access/contract.ts'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { emailFault } from '@portraitkit/core/account/formRules.ts'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
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
  if (ready.length > 0) return { text: 'step.emailTitleNamed', subjects: ready } as const
  const waiting = subjects.every(({ state }) => state === 'waiting')
  return { text: waiting ? 'step.emailTitleWaiting' : 'step.emailTitleOf', subjects } as const
}

/** The screen after a valid code: the subjects' names, and a field for the email address (ENT-11). */
export function EmailStep() {
  const t = useT(stepMessages)
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
      title={names ? t(title.text, { names }) : t('step.emailTitle')}
      lead={t(title.text === 'step.emailTitleWaiting' ? 'step.emailLeadWaiting' : 'step.emailLead')}
    >
      <form className="pk-form" onSubmit={submit} noValidate>
        <Field
          label={t('step.emailLabel')}
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
          {t('step.continue')}
        </Button>
        <Button kind="quiet" width="full" onClick={() => goStepBack(entry)}>
          {t('step.goBack')}
        </Button>
      </form>
    </Page>
  )
}
