import { useT } from '../locales/useT.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'

/** A loading text: its shape, and a word for screen readers. */
export function ContentLoading() {
  const t = useT(messages)
  return (
    <div className="pk-stack" role="status">
      <p className="pk-soft">{t('content.loading')}</p>
      <Skeleton lines={6} />
    </div>
  )
}

export function ContentFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT(messages)
  const form = useT(formMessages)
  return (
    <div className="pk-stack">
      <Notice kind="danger" title={t('content.failed')} />
      <div>
        <Button onClick={onRetry}>{form('form.again')}</Button>
      </div>
    </div>
  )
}
