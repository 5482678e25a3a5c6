import { useLingui } from '@lingui/react'
import { isOrderable } from '@portraitkit/core/picture-sets/availability.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { BottomBar } from '../ui/order/BottomBar.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { messages } from './messages.ts'
import { NoPictureSets } from './NoPictureSets.tsx'
import css from './PictureSets.css?inline'
import { PictureWall, WallSkeleton } from './PictureWall.tsx'
import { SetsProblem } from './SetsProblem.tsx'
import { ShareButton } from './ShareButton.tsx'
import { usePictureSets } from './usePictureSets.ts'

/** The result of a code: the new sets with all their pictures, and links to the next steps (ENT-12, ENT-14). */
export function NewPictureSet() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const { state, retry } = usePictureSets()
  const signedIn = useSessionStatus()
  const added = shop.memory.read().added ?? []
  const sets = state.sets.filter(({ subject }) => added.includes(subject.uuid))
  const visible = sets.length > 0 ? sets : state.sets.slice(0, 1)
  const [first] = visible

  if (signedIn === 'signed-out') return <SignedOut icon={Images} title={t(messages.signIn)} of="newpictureset" />
  if (state.status === 'failed') {
    return (
      <Page title={t(messages.title)}>
        <SetsProblem text={state.error} onRetry={retry} />
      </Page>
    )
  }
  if (state.status !== 'ready') {
    return (
      <Page title={t(messages.title)}>
        <WallSkeleton />
      </Page>
    )
  }
  if (!first) return <NoPictureSets />
  const offered = visible.find(isOrderable)
  const choose = () => {
    if (offered) shop.part(createPictureSets).choose(offered.subject.uuid)
    navigate('products.list')
  }
  // A set that cannot be used yet says so itself.
  const leadOf = () => {
    if (offered) return t(messages.newLead)
    return visible.some(({ job, pictures }) => job.isArchived && pictures.length > 0) ? t(messages.archived) : undefined
  }
  return (
    <Page title={t(messages.newTitle, { count: visible.length, name: first.subject.name })} lead={leadOf()}>
      {visible.map((set) => (
        <section key={set.subject.uuid} className="pk-set">
          {visible.length > 1 ? <h2 translate="no">{set.subject.name}</h2> : null}
          <p className="pk-soft">{[set.job.name, set.subject.group].filter(Boolean).join(' · ')}</p>
          <JobDays of={set.job} />
          <PictureWall set={set} />
        </section>
      ))}
      <ShareButton sets={visible} />
      {offered ? (
        <BottomBar onClick={choose}>{t(messages.choose)}</BottomBar>
      ) : (
        <BottomBar onClick={() => navigate('myaccount.picturesets')}>{t(messages.title)}</BottomBar>
      )}
    </Page>
  )
}
