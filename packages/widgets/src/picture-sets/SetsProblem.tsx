import { useT } from '../locales/useT.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** The sets could not be loaded: the reason, and a retry button. */
export function SetsProblem({ text, onRetry }: { text: string | null; onRetry: () => void }) {
  const t = useT(messages)
  return (
    <div className="pk-stack">
      <Notice kind="danger" title={t('picture-sets.failed')}>
        <p>{text}</p>
      </Notice>
      <div>
        <Button onClick={onRetry}>{t('picture-sets.again')}</Button>
      </div>
    </div>
  )
}
