import { useLingui } from '@lingui/react'
import { formatDay, type JobDates } from '@portraitkit/core/jobs/dates.ts'
import { useRoot } from '../rootContext.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

type Kind = keyof JobDates

/** The dates of the pictures' job, in one quiet line; nothing if there are none. */
export function JobDays({
  of,
  only = ['orderBy', 'freeDeliveryUntil', 'deletion'],
}: {
  of: JobDates & { isClosed?: boolean | undefined; isArchived?: boolean; isDeleted?: boolean | undefined }
  /** The dates that are relevant here. */
  only?: readonly Kind[]
}) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { isClosed = false, isArchived = false, isDeleted = false } = of
  const texts = only.flatMap((kind) => {
    const day = of[kind]
    // an archived job was not closed by its date, and a deleted one is reported where it was
    if (!day || isDeleted || (isArchived && kind !== 'deletion') || (isClosed && kind === 'freeDeliveryUntil'))
      return []
    const text = isClosed && kind === 'orderBy' ? messages.closed : messages[kind]
    return [t(text, { date: formatDay(day, language) })]
  })
  return texts.length > 0 ? <p className="pk-soft pk-small">{texts.join(' · ')}</p> : null
}

/** Says that pictures can no longer be ordered, and which day was the last. */
export function ClosedNotice({ name, day }: { name: string; day?: string | undefined }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const text = day ? t(messages.closedFor, { name, date: formatDay(day, language) }) : t(messages.archivedFor, { name })
  return <Notice>{text}</Notice>
}
