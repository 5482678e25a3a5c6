import { useLingui } from '@lingui/react'
import { isOrderable } from '@portraitkit/core/picture-sets/availability.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Images, Plus } from 'lucide-react'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { messages } from './messages.ts'
import { NoPictureSets } from './NoPictureSets.tsx'
import css from './PictureSets.css?inline'
import { PictureWall, WallSkeleton } from './PictureWall.tsx'
import { SetPicture } from './SetPicture.tsx'
import { SetsProblem } from './SetsProblem.tsx'
import { ShareButton } from './ShareButton.tsx'
import { coverFirst, usePictureSets } from './usePictureSets.ts'

// 001 §9: a picture set's card shows 7 pictures
const picturesOnCard = 7

/** All picture sets of the customer, one card per child and job. */
export function PictureSets() {
  useStyles(css)
  const { _: t } = useLingui()
  const { state, retry } = usePictureSets()
  const signedIn = useSessionStatus()
  if (signedIn === 'signed-out')
    return <SignedOut icon={Images} title={t(messages.signIn)} of="myaccount.picturesets" />
  if (state.status === 'ready' && state.sets.length === 0) return <NoPictureSets />
  const isLoading = state.status === 'loading' || state.status === 'idle'
  return (
    <Page title={t(messages.title)}>
      {state.status === 'failed' ? <SetsProblem text={state.error} onRetry={retry} /> : null}
      {isLoading ? <WallSkeleton /> : null}
      <div className="pk-sets">
        {state.sets.map((set) => (
          <SetCard key={set.subject.uuid} set={set} />
        ))}
      </div>
      {/* below a list of unknown length */}
      {isLoading ? null : (
        <div className="pk-row">
          <LinkButton to="frontpage" icon={Plus}>
            {t(messages.add)}
          </LinkButton>
          <ShareButton sets={state.sets} />
        </div>
      )}
    </Page>
  )
}

function SetCard({ set }: { set: PictureSet }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { subject, job, year } = set
  const choose = () => shop.part(createPictureSets).choose(subject.uuid)
  return (
    <article className="pk-card pk-set">
      <header className="pk-set-head">
        <p className="pk-soft pk-small">{[year, job.name, subject.group].filter(Boolean).join(' · ')}</p>
        <h2 translate="no">{subject.name}</h2>
        {set.pictures.length === 0 ? null : (
          <p className="pk-soft pk-small">{t(messages.count, { count: set.pictures.length })}</p>
        )}
        <JobDays of={job} />
      </header>
      {set.pictures.length === 0 ? (
        <PictureWall set={set} />
      ) : (
        <ul className="pk-set-pictures">
          {coverFirst(set)
            .slice(0, picturesOnCard)
            .map((picture, index) => (
              <li key={picture.uuid}>
                <SetPicture set={set} picture={picture} number={index + 1} sizes="(min-width: 720px) 240px, 50vw" />
              </li>
            ))}
        </ul>
      )}
      <div className="pk-row">
        {isOrderable(set) ? (
          <LinkButton to="products.list" kind="primary" onFollow={choose}>
            {t(messages.buy)}
          </LinkButton>
        ) : null}
        <LinkButton
          to="myaccount.pictureset"
          params={{ pictureSetUuid: subject.uuid }}
          onFollow={isOrderable(set) ? choose : undefined}
        >
          {t(set.bought ? messages.viewAndDownload : messages.view)}
        </LinkButton>
      </div>
    </article>
  )
}
