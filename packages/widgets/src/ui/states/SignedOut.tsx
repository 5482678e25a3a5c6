import { useLingui } from '@lingui/react'
import { rememberReturn } from '@portraitkit/core/account/returnAfterSignIn.ts'
import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { LucideIcon } from 'lucide-react'
import { useRoot } from '../../rootContext.ts'
import { LinkButton } from '../controls/Button.tsx'
import { formMessages } from '../controls/formMessages.ts'
import { Empty } from './Empty.tsx'

type SignedOutProps = {
  icon: LucideIcon
  title: string
  /** The view to return to. */
  of: RouteName
  params?: RouteParams
}

/**
 * Shown by a surface that needs a signed-in customer while nobody is signed in: the reason, and a sign-in that returns here
 * (AUT-15).
 */
export function SignedOut({ icon, title, of, params }: SignedOutProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  return (
    <Empty icon={icon} title={title}>
      <p className="pk-soft">{t(formMessages.signInWhy)}</p>
      <LinkButton to="login" kind="primary" onFollow={() => rememberReturn(shop, of, params)}>
        {t(formMessages.signIn)}
      </LinkButton>
      <LinkButton to="frontpage" kind="quiet">
        {t(formMessages.enterCode)}
      </LinkButton>
    </Empty>
  )
}
