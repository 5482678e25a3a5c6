import { useLingui } from '@lingui/react'
import { isOrderable } from '@portraitkit/core/picture-sets/availability.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { JobDays } from '../jobs/JobDays.tsx'
import { messages } from '../picture-sets/messages.ts'
import setsCss from '../picture-sets/PictureSets.css?inline'
import { PictureWall, WallSkeleton } from '../picture-sets/PictureWall.tsx'
import { SetsProblem } from '../picture-sets/SetsProblem.tsx'
import { usePictureSets } from '../picture-sets/usePictureSets.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import { BottomBar } from '../ui/order/BottomBar.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import css from './DigitalPortraits.css?inline'
import { FileGrid } from './FileGrid.tsx'
import { LostItems } from './LostItems.tsx'
import { SetActions } from './SetActions.tsx'
import { useDigitalPortraits } from './useDigitalPortraits.ts'

const fetchInspection = async () => (await import('../inspection/InspectionSection.tsx')).InspectionSection

/** All pictures of one set, to view, buy as files and download (ACC-7). */
export function PictureSetDetail({ pictureSet = '' }: { pictureSet?: string | undefined }) {
  useStyles(setsCss)
  useStyles(css)
  const { problems } = useDigitalPortraits().state
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const { state, retry } = usePictureSets()
  const signedIn = useSessionStatus()
  // few jobs offer it, so its code is fetched when the page is idle
  const Inspection = useLazyPart(fetchInspection, { isNeeded: false, onFailure: () => undefined })
  const set = state.sets.find(({ subject }) => subject.uuid === pictureSet)
  const back = { to: 'myaccount.picturesets', label: t(messages.back) } as const
  if (signedIn === 'signed-out') {
    return (
      <SignedOut
        icon={Images}
        title={t(messages.signIn)}
        {...(pictureSet
          ? { of: 'myaccount.pictureset', params: { pictureSetUuid: pictureSet } }
          : { of: 'myaccount.picturesets' })}
      />
    )
  }
  if (state.status === 'ready' && !set) {
    return (
      <Empty icon={Images} title={t(messages.unknownTitle)}>
        <p className="pk-soft">{t(messages.unknown)}</p>
        <LinkButton to="myaccount.picturesets" kind="primary">
          {t(messages.back)}
        </LinkButton>
      </Empty>
    )
  }
  const buy = () => {
    shop.part(createPictureSets).choose(pictureSet)
    navigate('products.list')
  }
  return (
    <Page title={set?.subject.name ?? t(messages.title)} back={back} lead={set?.job.name}>
      {state.status === 'failed' ? <SetsProblem text={state.error} onRetry={retry} /> : null}
      {state.status === 'loading' || state.status === 'idle' ? <WallSkeleton /> : null}
      {set ? <LostItems sets={state.sets} problems={problems} /> : null}
      {set ? <JobDays of={set.job} /> : null}
      {set?.job.isArchived && set.pictures.length > 0 ? <p className="pk-soft">{t(messages.archived)}</p> : null}
      {set && set.pictures.length === 0 ? <PictureWall set={set} /> : null}
      {set && set.pictures.length > 0 ? <SetActions set={set} /> : null}
      {set ? <FileGrid set={set} pictures={set.pictures} /> : null}
      {set && Inspection ? <Inspection subject={set.subject} /> : null}
      {set && isOrderable(set) ? <BottomBar onClick={buy}>{t(messages.buy)}</BottomBar> : null}
    </Page>
  )
}
