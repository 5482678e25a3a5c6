import type { User } from '@portraitkit/core/account/contract.ts'
import { useT } from '../../locales/useT.ts'
import { formMessages } from '../controls/formMessages.ts'

/** Shown over every surface while an operator acts as the customer (AUT-11). */
export function OperatorBand({ user }: { user: Pick<User, 'name' | 'emailAddress'> }) {
  const t = useT(formMessages)
  return (
    <p className="pk-operator" part="operator" role="status">
      {t('form.operator', { name: user.name || user.emailAddress })}
    </p>
  )
}
