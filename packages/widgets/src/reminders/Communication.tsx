import { useLingui } from '@lingui/react'
import { createCommunication, type Communication as Part } from '@portraitkit/core/reminders/state.ts'
import { Images, Mail } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { areaMessages } from '../account/area/areaMessages.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { RootLoading } from '../theme/RootStates.tsx'
import { Checkbox } from '../ui/choices/Choice.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { Switch } from '../ui/switch/Switch.tsx'
import { Toast } from '../ui/windows/layers/Toast.tsx'
import css from './Communication.css?inline'
import { messages } from './messages.ts'

/** The emails that the customer receives: offers, and reminders about each child's pictures (ACC-4). */
export function Communication() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const part = shop.part(createCommunication)
  const { change, consent } = useSnapshot(part.state)
  const { user } = useSnapshot(shop.session.state)
  const signedIn = useSessionStatus()
  useEffect(() => {
    part.forget()
    if (signedIn === 'signed-in') void part.load()
  }, [part, signedIn])
  if (signedIn === 'signed-out')
    return <SignedOut icon={Mail} title={t(messages.signIn)} of="myaccount.communication" />
  if (!user) return <RootLoading shape="page" language={language} />
  return (
    <Page
      width="text"
      title={t(areaMessages.communication)}
      lead={t(messages.lead)}
      back={{ to: 'myaccount', label: t(areaMessages.area) }}
    >
      <section className="pk-communication">
        <h2>{t(messages.offers)}</h2>
        <Checkbox
          label={t(messages.consent)}
          checked={consent ?? user.acceptMail}
          onChecked={(accepts) => void part.setConsent(accepts)}
        />
      </section>
      <section className="pk-communication">
        <h2>{t(messages.title)}</h2>
        <Reminders part={part} />
      </section>
      {/* Over the page, so that nothing under the finger moves. */}
      <Toast
        text={change === 'none' ? undefined : t(change === 'saved' ? messages.saved : messages.failed)}
        closeLabel={t(formMessages.close)}
        onClose={() => part.forget()}
      />
    </Page>
  )
}

/** A switch for each subject, and one for all of them if there are several. */
function Reminders({ part }: { part: Part }) {
  const { _: t } = useLingui()
  const { status, subjects, details } = useSnapshot(part.state)
  if (status === 'loading') return <Skeleton lines={3} />
  if (status === 'failed') {
    return (
      <>
        <Notice kind="danger" title={t(messages.loadFailed)} />
        <div>
          <Button onClick={() => void part.load()}>{t(formMessages.again)}</Button>
        </div>
      </>
    )
  }
  if (subjects.length === 0) {
    return (
      <Empty icon={Images} heading="h2" title={t(messages.none)}>
        <p>{t(messages.noneWhy)}</p>
        <LinkButton to="myaccount.addpictureset">{t(messages.add)}</LinkButton>
      </Empty>
    )
  }
  const uuids = subjects.map(({ uuid }) => uuid)
  return (
    <>
      <p className="pk-soft">{t(messages.why)}</p>
      <ul>
        {subjects.length > 1 ? (
          <li className="pk-all">
            <Switch
              label={t(messages.all)}
              checked={subjects.every(({ remindersEnabled }) => remindersEnabled)}
              onChecked={(enabled) => void part.setReminders(uuids, enabled)}
            />
          </li>
        ) : null}
        {subjects.map(({ uuid, name, remindersEnabled }) => (
          <li key={uuid}>
            <Switch
              label={name}
              hint={details[uuid]}
              checked={remindersEnabled}
              onChecked={(enabled) => void part.setReminders([uuid], enabled)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
