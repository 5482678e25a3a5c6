import type { LucideIcon } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { LinkButton } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { formMessages } from './formMessages.ts'

/** What a surface shows that needs a signed-in customer while nobody is: what for, and the way in (AUT-15). */
export function SignedOut({ icon, title }: { icon: LucideIcon; title: string }) {
  const t = useT(formMessages)
  return (
    <Empty icon={icon} title={title}>
      <p className="pk-soft">{t('form.signInWhy')}</p>
      <LinkButton to="login" kind="primary">
        {t('form.signIn')}
      </LinkButton>
      <LinkButton to="frontpage" kind="quiet">
        {t('form.enterCode')}
      </LinkButton>
    </Empty>
  )
}
