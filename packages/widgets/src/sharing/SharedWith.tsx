import { useLingui } from '@lingui/react'
import type { Message } from '@portraitkit/core/msg.ts'
import type { Share } from '@portraitkit/core/sharing/contract.ts'
import { createShares } from '@portraitkit/core/sharing/sharesState.ts'
import { useEffect, useId, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'

/** What the customer shares now: with whom, whose pictures, until when, whether they were seen, and a button that ends it. */
export function SharedWith({ isWaiting }: { isWaiting: boolean }) {
  const { _: t } = useLingui()
  const shares = useRoot().shop.part(createShares)
  const { status, list, ending, ended, endedOpened, error } = useSnapshot(shares.state)
  const heading = useId()
  const node = useFocusAfterEnd(ended)
  useEffect(() => void shares.load(), [shares])
  const isLoading = isWaiting || status === 'loading'
  return (
    // New below the choice of sets, which comes at the same time and is higher than what is there until then.
    <section key={isLoading ? 'loading' : 'list'} className="pk-share-list" aria-labelledby={heading}>
      <h2 id={heading} ref={node} tabIndex={-1}>
        {t(messages.sharedWith)}
      </h2>
      {ended === null ? null : (
        <Notice kind="good" title={t(messages.ended, { recipient: ended })}>
          <p>
            <Openings of={endedOpened} none={messages.wasNotOpened} />
          </p>
        </Notice>
      )}
      {error ? <Notice kind="danger" title={status === 'failed' ? t(messages.listFailed) : error} /> : null}
      {status === 'failed' ? (
        <div>
          <Button onClick={() => void shares.load()}>{t(formMessages.again)}</Button>
        </div>
      ) : null}
      {isLoading ? <Skeleton lines={3} /> : null}
      {!isLoading && status === 'ready' && list.length === 0 ? <p className="pk-soft">{t(messages.nobody)}</p> : null}
      <ul>
        {(isLoading ? [] : (list as readonly Share[])).map((share) => (
          <SharedItem
            key={share.uuid}
            share={share}
            isEnding={ending === share.uuid}
            onEnd={() => void shares.end(share.uuid)}
          />
        ))}
      </ul>
    </section>
  )
}

/** The button of an ended share is gone: the focus moves to the heading, and not to the start of the page. */
function useFocusAfterEnd(ended: string | null): { current: HTMLHeadingElement | null } {
  const node = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ended !== null) node.current?.focus({ preventScroll: true })
  }, [ended])
  return node
}

/** By how many people a link was opened; `none` is the text for nobody. */
function Openings({ of: opened, none }: { of: NonNullable<Share['opened']> | null; none: Message }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  if (!opened) return t(none)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(opened.last))
  return t(messages.opened, { day, accounts: Math.max(1, opened.accounts) })
}

function SharedItem({ share, isEnding, onEnd }: { share: Share; isEnding: boolean; onEnd: () => void }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { recipient, subjects, created, until, opened } = share
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const on = (time: string) => day.format(new Date(time))
  const lastDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(until))
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(subjects.map(({ name }) => name))
  return (
    <li className="pk-share-item">
      <div>
        <p className="pk-share-address">
          <strong>{recipient}</strong>
        </p>
        <p className="pk-small">{names}</p>
        <p className="pk-small pk-soft">{t(messages.days, { since: on(created), until: lastDay })}</p>
        <p className="pk-small pk-soft">
          <Openings of={opened ?? null} none={messages.notOpened} />
        </p>
      </div>
      <Button label={t(messages.endWith, { recipient })} busy={isEnding} onClick={onEnd}>
        {t(messages.end)}
      </Button>
    </li>
  )
}
