import { createAddressProof } from '@portraitkit/core/account/address/addressState.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { addressMessages } from './addressMessages.ts'

/** Asks customers to confirm their address until they have. Nothing is blocked until then. */
export function AddressNotice() {
  const t = useT(addressMessages)
  const { user } = useSnapshot(useRoot().shop.session.state)
  const [openFor, setOpenFor] = useState('')
  const customer = user?.uuid ?? ''
  const isProved = user?.isAddressProved ?? true
  useEffect(() => {
    if (!isProved) setOpenFor(customer)
  }, [isProved, customer])
  if (user && !isProved) return <AddressRequest email={user.emailAddress} key={customer} />
  // The request disappears while the customer looks at it, perhaps with the focus in it: this says why.
  return openFor && openFor === customer ? <Notice kind="good" title={t('address.confirmed')} /> : null
}

function AddressRequest({ email }: { email: string }) {
  const t = useT(addressMessages)
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
      <Notice title={t('address.title')}>
        <p>{t('address.text', { email })}</p>
        <div className="pk-address-acts">
          <Button busy={status === 'sending'} onClick={() => void proof.send()}>
            {t('address.send')}
          </Button>
          <LinkButton to="contactus" look="text">
            {t('address.wrong')}
          </LinkButton>
        </div>
      </Notice>
      {status === 'sent' ? <Notice kind="good">{t('address.sent', { email })}</Notice> : null}
      {status === 'waiting' ? <Notice>{t('address.waiting')}</Notice> : null}
      {status === 'failed' ? <Notice kind="danger" title={t('address.failed')} /> : null}
    </div>
  )
}
