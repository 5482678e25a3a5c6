import { useLingui } from '@lingui/react'
import { Button } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'

/** A loading text: its shape, and a word for screen readers. */
export function ContentLoading() {
  const { _: t } = useLingui()
  return (
    <div className="pk-stack" role="status">
      <p className="pk-soft">{t(messages.loading)}</p>
      <Skeleton lines={6} />
    </div>
  )
}

export function ContentFailed({ onRetry }: { onRetry: () => void }) {
  const { _: t } = useLingui()
  return (
    <div className="pk-stack">
      <Notice kind="danger" title={t(messages.failed)} />
      <div>
        <Button onClick={onRetry}>{t(formMessages.again)}</Button>
      </div>
    </div>
  )
}
