import { useLingui } from '@lingui/react'
import { buyablePictures } from '@portraitkit/core/digital-portraits/offer.ts'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { SetsProblem } from '../picture-sets/SetsProblem.tsx'
import { usePictureSets } from '../picture-sets/usePictureSets.ts'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import css from './DigitalPortraits.css?inline'
import { messages } from './messages.ts'
import { SetForSale } from './SetForSale.tsx'
import { useDigitalPortraits } from './useDigitalPortraits.ts'

/** Pictures to download: all sets that have some to buy, or the pictures of one set (DIG-1, DIG-2). */
export function DigitalPortraits({ pictureSet }: { pictureSet?: string | undefined }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { state, retry } = usePictureSets()
  useDigitalPortraits()
  const signedIn = useSessionStatus()
  if (signedIn === 'signed-out') {
    return (
      <SignedOut
        icon={Images}
        title={t(messages.signIn)}
        {...(pictureSet
          ? { of: 'products.digitalportraits.subject', params: { subjectUuid: pictureSet } }
          : { of: 'products.digitalportraits' })}
      />
    )
  }
  if (state.status === 'ready' && pictureSet !== undefined) return <SetForSale uuid={pictureSet} sets={state.sets} />
  const sets = state.sets.filter((set) => buyablePictures(set).length > 0)
  if (state.status === 'ready' && sets.length === 0) {
    return (
      <Empty slot="empty" icon={Images} title={t(messages.emptyTitle)}>
        <p className="pk-soft">{t(messages.empty)}</p>
        <LinkButton to="myaccount.picturesets" kind="primary">
          {t(messages.toSets)}
        </LinkButton>
      </Empty>
    )
  }
  return (
    <Page title={t(messages.title)} lead={t(messages.lead)}>
      {state.status === 'failed' ? <SetsProblem text={state.error} onRetry={retry} /> : null}
      {state.status === 'ready' ? (
        <ul className="pk-file-sets">
          {sets.map((set) => (
            <li key={set.subject.uuid}>
              <SetCard set={set} />
            </li>
          ))}
        </ul>
      ) : state.status === 'failed' ? null : (
        <div className="pk-file-sets" role="status" aria-busy="true" aria-label={t(messages.loading)}>
          <Skeleton ratio="4 / 3" />
          <Skeleton ratio="4 / 3" />
        </div>
      )}
    </Page>
  )
}

function SetCard({ set }: { set: PictureSet }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { subject, job, year } = set
  const sets = shop.part(createPictureSets)
  const renew = usePictureRefresh(sets.refresh)
  return (
    <article className="pk-card pk-file-set">
      <PictureStack
        files={previewFiles(set.pictures)}
        label={t(messages.previews, { name: subject.name })}
        failedLabel={t(messages.pictureFailed)}
        onBroken={renew}
      />
      <div className="pk-file-set-text">
        <p className="pk-soft pk-small">{[year, job.name, subject.group].filter(Boolean).join(' · ')}</p>
        <h2 translate="no">{subject.name}</h2>
        <p className="pk-soft pk-small">
          {set.inCart ? t(messages.setInCart) : t(messages.left, { count: buyablePictures(set).length })}
        </p>
        <LinkButton
          to="products.digitalportraits.subject"
          params={{ subjectUuid: subject.uuid }}
          label={t(messages.choose, { name: subject.name })}
          onFollow={() => sets.choose(subject.uuid)}
        >
          {t(messages.chooseShort)}
        </LinkButton>
      </div>
    </article>
  )
}
