import { useLingui } from '@lingui/react'
import type { User } from '@portraitkit/core/account/contract.ts'
import { formMessages } from '../controls/formMessages.ts'

/** Shown over every surface while an operator acts as the customer (AUT-11). */
export function OperatorBand({ user }: { user: Pick<User, 'name' | 'emailAddress'> }) {
  const { _: t } = useLingui()
  return (
    <p className="pk-operator" part="operator" role="status">
      {t(formMessages.operator, { name: user.name || user.emailAddress })}
    </p>
  )
}
