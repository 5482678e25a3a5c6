import { Images } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { messages } from './messages.ts'

/** Shown to a customer without any pictures yet. */
export function NoPictureSets() {
  const t = useT(messages)
  return (
    <Empty slot="empty" icon={Images} title={t('picture-sets.emptyTitle')}>
      <p className="pk-soft">{t('picture-sets.empty')}</p>
      <LinkButton to="frontpage" kind="primary">
        {t('picture-sets.enterCode')}
      </LinkButton>
    </Empty>
  )
}
