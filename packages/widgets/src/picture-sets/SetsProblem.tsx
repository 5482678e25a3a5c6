import { useLingui } from '@lingui/react'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** The sets could not be loaded: the reason, and a retry button. */
export function SetsProblem({ text, onRetry }: { text: string | null; onRetry: () => void }) {
  const { _: t } = useLingui()
  return (
    <div className="pk-stack">
      <Notice kind="danger" title={t(messages.failed)}>
        <p>{text}</p>
      </Notice>
      <div>
        <Button onClick={onRetry}>{t(messages.again)}</Button>
      </div>
    </div>
  )
}
