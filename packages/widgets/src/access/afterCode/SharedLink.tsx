import { useLingui } from '@lingui/react'
import { createEntry } from '@portraitkit/core/access/state.ts'
import type { FormEvent } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { messages } from '../messages.ts'
import { SubjectDialog } from '../SubjectDialog.tsx'
import { useFollowRoute } from '../useFollowRoute.ts'
import { sharedMessages } from './stepMessages.ts'

/** The link with which somebody shared pictures: nothing to type, for its token is not a code that a person reads. */
export function SharedLink({ token }: { token: string }) {
  const { _: t } = useLingui()
  const go = useFollowRoute()
  const { shop } = useRoot()
  const entry = shop.part(createEntry)
  const { status, errors } = useSnapshot(entry.state)
  const { user } = useSnapshot(shop.session.state)

  // The page itself names the account to which they are added: it is not asked again.
  const open = async () => (await entry.submitCode(token)) ?? entry.confirmAdd()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void go(open())
  }
  return (
    <Page
      width="form"
      title={t(sharedMessages.heading)}
      lead={user ? t(sharedMessages.leadSignedIn, { user: user.name || user.emailAddress }) : t(sharedMessages.lead)}
    >
      <form className="pk-form" onSubmit={submit}>
        {errors.code ? <Notice kind="danger" title={errors.code} /> : null}
        <Button type="submit" kind="primary" width="full" busy={status === 'loading'}>
          {t(user ? messages.addPictures : messages.continue)}
        </Button>
      </form>
      <div className="pk-entry-links">
        {user ? (
          <LinkButton to="myaccount.picturesets" kind="quiet">
            {t(messages.myPictureSets)}
          </LinkButton>
        ) : (
          <LinkButton to="login" kind="quiet">
            {t(messages.haveAccount)}
          </LinkButton>
        )}
      </div>
      <SubjectDialog entry={entry} />
    </Page>
  )
}
