import { isOffered } from '@portraitkit/core/picture-sets/offered.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import { BottomBar } from '../ui/BottomBar.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Page } from '../ui/Page.tsx'
import { SignedOut } from '../ui/SignedOut.tsx'
import { useSignedIn } from '../ui/useSignedIn.ts'
import { messages } from './messages.ts'
import css from './PictureSets.css?inline'
import { PictureWall, WallSkeleton } from './PictureWall.tsx'
import { SetsProblem } from './SetsProblem.tsx'
import { usePictureSets } from './usePictureSets.ts'

/** All pictures of one set. */
export function PictureSetDetail({ pictureSet = '' }: { pictureSet?: string | undefined }) {
  useStyles(css)
  const t = useT(messages)
  const { shop, navigate } = useRoot()
  const { state, retry } = usePictureSets()
  const signedIn = useSignedIn()
  const set = state.sets.find(({ subject }) => subject.uuid === pictureSet)
  const back = { to: 'myaccount.picturesets', label: t('picture-sets.back') } as const
  if (signedIn === 'signed-out') return <SignedOut icon={Images} title={t('picture-sets.signIn')} />
  if (state.status === 'ready' && !set) {
    return (
      <Empty icon={Images} title={t('picture-sets.unknownTitle')}>
        <p className="pk-soft">{t('picture-sets.unknown')}</p>
        <LinkButton to="myaccount.picturesets" kind="primary">
          {t('picture-sets.back')}
        </LinkButton>
      </Empty>
    )
  }
  const buy = () => {
    shop.part(createPictureSets).choose(pictureSet)
    navigate('products.list')
  }
  return (
    <Page title={set?.subject.name ?? t('picture-sets.title')} back={back} lead={set?.job.name}>
      {state.status === 'failed' ? <SetsProblem text={state.error} onRetry={retry} /> : null}
      {state.status === 'loading' || state.status === 'idle' ? <WallSkeleton /> : null}
      {set?.job.isArchived && set.pictures.length > 0 ? <p className="pk-soft">{t('picture-sets.archived')}</p> : null}
      {set ? <PictureWall set={set} /> : null}
      {set && isOffered(set) ? <BottomBar onClick={buy}>{t('picture-sets.buy')}</BottomBar> : null}
    </Page>
  )
}
