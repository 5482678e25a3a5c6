import { useLingui } from '@lingui/react'
import { createAddressProof } from '@portraitkit/core/account/address/addressState.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import css from './Address.css?inline'
import { addressMessages } from './addressMessages.ts'

/**
 * Asks customers to confirm their address until they have done so: in the account, and before anything that requires it (`for`).
 */
export function AddressNotice({ for: purpose }: { for: 'account' | 'sharing' }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { user } = useSnapshot(useRoot().shop.session.state)
  const [openFor, setOpenFor] = useState('')
  const customer = user?.uuid ?? ''
  const isProved = user?.isAddressProved ?? true
  useEffect(() => {
    if (!isProved) setOpenFor(customer)
  }, [isProved, customer])
  if (user && !isProved) return <AddressRequest email={user.emailAddress} for={purpose} key={customer} />
  // The request disappears while the customer looks at it, perhaps with the focus in it: this says why.
  return openFor && openFor === customer ? <Notice kind="good" title={t(addressMessages.confirmed)} /> : null
}

function AddressRequest({ email, for: purpose }: { email: string; for: 'account' | 'sharing' }) {
  const { _: t } = useLingui()
  const proof = useRoot().shop.part(createAddressProof)
  const { status } = useSnapshot(proof.state)
  useEffect(() => {
    proof.start()
    void proof.refresh()
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void proof.refresh()
    }
    document.addEventListener('visibilitychange', refreshOnReturn)
    return () => document.removeEventListener('visibilitychange', refreshOnReturn)
  }, [proof])
  return (
    <div className="pk-stack">
      <Notice title={t(addressMessages.title)}>
        <p>{t(addressMessages[purpose], { email })}</p>
        <div className="pk-address-acts">
          <Button busy={status === 'sending'} onClick={() => void proof.send()}>
            {t(addressMessages.send)}
          </Button>
          <LinkButton to="contactus" look="text">
            {t(addressMessages.wrong)}
          </LinkButton>
        </div>
      </Notice>
      {status === 'sent' ? <Notice kind="good">{t(addressMessages.sent, { email })}</Notice> : null}
      {status === 'waiting' ? <Notice>{t(addressMessages.waiting)}</Notice> : null}
      {status === 'failed' ? <Notice kind="danger" title={t(addressMessages.failed)} /> : null}
    </div>
  )
}
