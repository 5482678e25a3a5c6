import { useLingui } from '@lingui/react'
import { canSubmitCode, codeFault, findCodeInText, maxPastedLength } from '@portraitkit/core/access/codeEntry.ts'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { useFieldError } from '../ui/controls/useFieldError.ts'
import { useTouched } from '../ui/controls/useTouched.ts'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import { Page } from '../ui/page/Page.tsx'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { messages } from './messages.ts'
import { SubjectDialog } from './SubjectDialog.tsx'
import { useFollowRoute } from './useFollowRoute.ts'

const fetchNotReceived = async () => (await import('./NotReceivedDialog.tsx')).NotReceivedDialog

/** The code field, for new visitors and for customers who add another child's code. */
export function CodeStep({ given }: { given: string }) {
  const { _: t } = useLingui()
  const fieldError = useFieldError()
  const go = useFollowRoute()
  const { shop } = useRoot()
  const entry = shop.part(createEntry)
  const state = useSnapshot(entry.state)
  const { user } = useSnapshot(shop.session.state)
  const [code, setCode] = useState(given)
  const { isTouched, onBlur } = useTouched()
  // An empty field is an error only after something has been typed into it.
  const [written, setWritten] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const closeHelp = () => setHelpOpen(false)
  const NotReceivedDialog = useLazyPart(fetchNotReceived, { isNeeded: helpOpen, onFailure: closeHelp })
  const fault = isTouched && written ? codeFault(code) : undefined
  useEffect(() => entry.forgetError, [entry])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSubmitCode(code)) void go(entry.submitCode(code))
  }
  return (
    <Page
      width="form"
      title={t(user ? messages.headingSignedIn : messages.heading)}
      lead={t(user ? messages.leadSignedIn : messages.lead)}
    >
      {user ? <SignedIn name={user.name || user.emailAddress} /> : null}
      <form className="pk-form" onSubmit={submit} noValidate>
        <Field
          label={t(messages.code)}
          hint={t(state.isWrongCode ? messages.checkCode : messages.codeHint)}
          look="code"
          value={code}
          onValue={(text) => {
            setWritten(true)
            setCode(findCodeInText(text))
          }}
          onBlur={onBlur}
          error={state.errors.code || fieldError(fault)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          minLength={4}
          maxLength={maxPastedLength}
        />
        <Button
          type="submit"
          kind="primary"
          width="full"
          busy={state.status === 'loading'}
          disabled={!canSubmitCode(code)}
        >
          {user ? t(messages.addPictures) : t(messages.continue)}
        </Button>
      </form>
      <div className="pk-entry-links">
        <Button kind="quiet" onClick={() => setHelpOpen(true)} aria-haspopup="dialog">
          {t(messages.notReceived)}
        </Button>
        {user ? null : (
          <LinkButton to="login" kind="quiet">
            {t(messages.haveAccount)}
          </LinkButton>
        )}
      </div>
      {NotReceivedDialog ? <NotReceivedDialog open={helpOpen} onClose={closeHelp} /> : null}
      <ConfirmDialog
        open={state.asking !== null}
        title={t(messages.confirmTitle)}
        confirmLabel={t(messages.addPictures)}
        cancelLabel={t(messages.cancel)}
        closeLabel={t(formMessages.close)}
        onConfirm={() => void go(entry.confirmAdd())}
        onCancel={entry.cancelAdd}
      >
        <p>{t(messages.confirm, { code: state.asking ?? '', user: user?.emailAddress ?? '' })}</p>
      </ConfirmDialog>
      <SubjectDialog entry={entry} />
    </Page>
  )
}

/** ENT-5: the name of the signed-in customer, and the links to their pictures. */
function SignedIn({ name }: { name: string }) {
  const { _: t } = useLingui()
  return (
    <div className="pk-card pk-entry-who">
      <p className="pk-entry-who-name">
        <span className="pk-soft pk-small">{t(messages.loggedIn)}</span>
        <strong translate="no">{name}</strong>
      </p>
      <LinkButton to="myaccount.picturesets">{t(messages.myPictureSets)}</LinkButton>
    </div>
  )
}
