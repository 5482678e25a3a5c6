import { useLingui } from '@lingui/react'
import { createUnfinishedWork, type UnfinishedWorkState } from '@portraitkit/core/editor/opening/unfinishedDesign.ts'
import { ArrowRight, Package } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { ScenePreview } from '../../scene/ScenePreview.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { usePictureRefresh } from '../../ui/pictures/usePictureRefresh.ts'
import css from './ContinueCard.css?inline'
import { continueMessages as messages } from './continueMessages.ts'

/** The unfinished card and a link back to it. Nothing if there is none. */
export function ContinueCard() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const unfinished = shop.part(createUnfinishedWork)
  const { status } = useSnapshot(shop.session.state)
  const { card } = useSnapshot(unfinished.state) as UnfinishedWorkState
  const renew = usePictureRefresh(unfinished.load)
  useEffect(() => {
    // Alone on a page, it has to check the session itself; if that fails, it just shows nothing.
    if (status === 'unknown') shop.session.ready().catch(() => undefined)
    else void unfinished.load()
  }, [shop, unfinished, status])
  if (!card) return null
  const { name, subject, shownScene, route } = card
  const title = t(shownScene ? messages.card : messages.package)
  const about = subject ? t(messages.cardOf, { name, subject }) : name
  return (
    <aside className="pk-continue" aria-label={title}>
      <LinkButton
        to={route.name}
        params={route.params}
        look="bare"
        label={`${title}: ${about}`}
        onFollow={unfinished.choose}
      >
        <span className="pk-continue-thing">
          {shownScene ? (
            <ScenePreview shownScene={shownScene} label="" onBroken={renew} />
          ) : (
            <Icon of={Package} size={32} />
          )}
        </span>
        <span className="pk-continue-text">
          <strong>{title}</strong> <span className="pk-soft pk-small">{about}</span>
        </span>
        <Icon of={ArrowRight} />
      </LinkButton>
    </aside>
  )
}
ContinueCard.shape = 'none'
