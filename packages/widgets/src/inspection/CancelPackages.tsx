import { useLingui } from '@lingui/react'
import { createInspections, type InspectionsState } from '@portraitkit/core/inspection/state.ts'
import { Package } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { areaMessages } from '../account/area/areaMessages.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { Switch } from '../ui/switch/Switch.tsx'
import css from './Inspection.css?inline'
import { messages } from './messages.ts'

/** The packages that will be sent home for inspection; each can be cancelled until its date (ACC-5). */
export function CancelPackages() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createInspections)
  const signedIn = useSessionStatus()
  useEffect(() => {
    if (signedIn === 'signed-in') void part.loadList()
  }, [part, signedIn])
  if (signedIn === 'signed-out')
    return <SignedOut icon={Package} title={t(messages.signIn)} of="myaccount.cancelpicturepackages" />
  return (
    <Page
      width="text"
      title={t(messages.listTitle)}
      lead={t(messages.listLead)}
      back={{ to: 'myaccount', label: t(areaMessages.area) }}
    >
      <List />
    </Page>
  )
}

function List() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const part = shop.part(createInspections)
  const { list, changes, saving } = useSnapshot(part.state) as InspectionsState
  if (list.status === 'loading') {
    return (
      <div role="status" aria-busy="true" aria-label={t(messages.loading)}>
        <Skeleton lines={3} />
      </div>
    )
  }
  if (list.status === 'failed') {
    return (
      <div className="pk-stack">
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{list.error}</p>
        </Notice>
        <div>
          <Button onClick={() => void part.loadList()}>{t(formMessages.again)}</Button>
        </div>
      </div>
    )
  }
  if (list.subjects.length === 0) {
    return (
      <Empty icon={Package} heading="h2" title={t(messages.emptyTitle)}>
        <p>{t(messages.empty)}</p>
        <LinkButton to="myaccount.picturesets">{t(messages.sets)}</LinkButton>
      </Empty>
    )
  }
  return (
    <div className="pk-stack">
      <ul className="pk-inspection-list">
        {list.subjects.map(({ uuid, name, enabled, detail, isFixed }) => (
          <li key={uuid}>
            <Switch
              label={name}
              hint={[detail, isFixed && t(messages.lineFixed)].filter(Boolean).join(' · ')}
              checked={changes[uuid] ?? enabled}
              disabled={isFixed}
              onChecked={(on) => part.toggle(uuid, on)}
            />
          </li>
        ))}
      </ul>
      {list.error ? <Notice kind="danger" title={list.error} /> : null}
      {saving === 'saved' ? <Notice kind="good" title={t(messages.saved)} /> : null}
      <div>
        <Button kind="primary" busy={saving === 'saving'} disabled={!part.isChanged()} onClick={() => void part.save()}>
          {t(messages.save)}
        </Button>
      </div>
    </div>
  )
}
