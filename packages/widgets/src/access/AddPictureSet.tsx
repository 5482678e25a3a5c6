import { useLingui } from '@lingui/react'
import { canAddCode, findCodeInText, maxPastedLength } from '@portraitkit/core/access/codeEntry.ts'
import { createAddEntry } from '@portraitkit/core/access/state.ts'
import { Images } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import css from './Access.css?inline'
import { messages } from './messages.ts'
import { SubjectDialog } from './SubjectDialog.tsx'
import { useFollowRoute } from './useFollowRoute.ts'

/** Adds a code in the account area: one field, then the new pictures (ACC-9). */
export function AddPictureSet() {
  useStyles(css)
  const { _: t } = useLingui()
  const go = useFollowRoute()
  const entry = useRoot().shop.part(createAddEntry)
  const { status, errors, isWrongCode } = useSnapshot(entry.state)
  const signedIn = useSessionStatus()
  const [code, setCode] = useState('')
  useEffect(() => entry.forgetError, [entry])

  if (signedIn === 'signed-out')
    return <SignedOut icon={Images} title={t(messages.addSignIn)} of="myaccount.addpictureset" />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAddCode(code)) void go(entry.addToAccount(code))
  }
  return (
    <Page
      width="form"
      title={t(messages.addTitle)}
      lead={t(messages.leadSignedIn)}
      back={{ to: 'myaccount.picturesets', label: t(messages.myPictureSets) }}
    >
      <form className="pk-form" onSubmit={submit} noValidate>
        <Field
          label={t(messages.code)}
          hint={t(isWrongCode ? messages.checkCode : messages.codeHint)}
          look="code"
          value={code}
          onValue={(text) => setCode(findCodeInText(text))}
          error={errors.code}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={maxPastedLength}
        />
        <Button type="submit" kind="primary" width="full" busy={status === 'loading'} disabled={!canAddCode(code)}>
          {t(messages.addPictures)}
        </Button>
      </form>
      <SubjectDialog entry={entry} />
    </Page>
  )
}
AddPictureSet.shape = 'form'
