import { useLingui } from '@lingui/react'
import { Images } from 'lucide-react'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { messages } from './messages.ts'

/** Shown to a customer without any pictures yet. */
export function NoPictureSets() {
  const { _: t } = useLingui()
  return (
    <Empty slot="empty" icon={Images} title={t(messages.emptyTitle)}>
      <p className="pk-soft">{t(messages.empty)}</p>
      <LinkButton to="frontpage" kind="primary">
        {t(messages.enterCode)}
      </LinkButton>
    </Empty>
  )
}
