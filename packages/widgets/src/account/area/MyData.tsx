import { createProfile, type DeletionReceipt } from '@portraitkit/core/account/profile/profileState.ts'
import { rememberReturn } from '@portraitkit/core/account/returnAfterSignIn.ts'
import { CircleCheck, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot, useStyles } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Empty } from '../../ui/states/Empty.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import { useSignOutHere } from '../../ui/states/useSignOutHere.ts'
import { ConfirmDialog } from '../../ui/windows/ConfirmDialog.tsx'
import css from './Account.css?inline'
import { areaMessages } from './areaMessages.ts'
import { dataMessages } from './dataMessages.ts'
import { useConfirmation } from './useConfirmation.tsx'

/** Downloads the customer's data as a file, and deletes the account. */
export function MyData() {
  useStyles(css)
  const t = useT(areaMessages)
  const { shop, page, leadOn } = useRoot()
  const profile = shop.part(createProfile)
  const { data } = useSnapshot(profile.state)
  const { user } = useSnapshot(shop.session.state)
  const signedIn = useSessionStatus()
  const isLeaving = useSignOutHere()
  const away = signedIn === 'signed-out' && !data.receipt
  useEffect(() => profile.reset(), [profile])
  useEffect(() => {
    // Not a protected route, because the receipt is shown after the customer was signed out; all other visitors sign in first
    // (AUT-15).
    if (!away || page.routers.length === 0 || isLeaving.current) return
    rememberReturn(shop, 'myaccount.data')
    leadOn('login')
  }, [away, isLeaving, page, shop, leadOn])
  if (data.receipt) return <Deleted receipt={data.receipt as DeletionReceipt} />
  if (away) return <SignedOut icon={Download} title={t('area.areaSignIn')} of="myaccount.data" />
  return (
    <Page width="text" title={t('area.data')} back={{ to: 'myaccount', label: t('area.area') }}>
      {user?.isSimulated ? (
        <Notice title={t('area.operatorMay')} />
      ) : (
        <>
          <Export />
          <Deletion />
        </>
      )}
    </Page>
  )
}

function Export() {
  const t = useT(dataMessages)
  const { shop } = useRoot()
  const profile = shop.part(createProfile)
  const { data } = useSnapshot(profile.state)
  const [done, setDone] = useState(false)
  const exportRequest = useConfirmation(async () => {
    const text = await profile.takeData()
    setDone(text !== undefined)
    if (text !== undefined) saveFile(`${shop.provider}-my-data.json`, text)
    return profile.state.data.needsConfirmation === 'exporting'
  })
  return (
    <section className="pk-account-part">
      <h2>{t('data.exportTitle')}</h2>
      <p>{t('data.exportText')}</p>
      <div className="pk-form pk-account-form">
        {data.errors.exporting ? <Notice kind="danger" title={data.errors.exporting} /> : null}
        <Button width="full" busy={data.status === 'exporting'} onClick={exportRequest.start}>
          {t('data.export')}
        </Button>
      </div>
      {done ? <Notice kind="good" title={t('data.exported')} /> : null}
      {exportRequest.dialog}
    </section>
  )
}

function Deletion() {
  const t = useT(dataMessages)
  const form = useT(formMessages)
  const { shop } = useRoot()
  const profile = shop.part(createProfile)
  const { data } = useSnapshot(profile.state)
  const [open, setOpen] = useState(false)
  const deletionRequest = useConfirmation(async () => {
    await profile.deleteAccount()
    setOpen(false)
    return profile.state.data.needsConfirmation === 'deleting'
  })
  return (
    <section className="pk-account-part">
      <h2>{t('data.deleteTitle')}</h2>
      <p>{t('data.deleteText')}</p>
      <div className="pk-form pk-account-form">
        {data.errors.deleting ? <Notice kind="danger" title={data.errors.deleting} /> : null}
        <Button kind="danger" width="full" busy={data.status === 'deleting'} onClick={() => setOpen(true)}>
          {t('data.delete')}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        title={t('data.deleteSure')}
        confirmLabel={t('data.delete')}
        cancelLabel={t('data.cancel')}
        closeLabel={form('form.close')}
        kind="danger"
        busy={data.status === 'deleting'}
        onConfirm={deletionRequest.start}
        onCancel={() => setOpen(false)}
      >
        <p>{t('data.deleteSureText')}</p>
      </ConfirmDialog>
      {deletionRequest.dialog}
    </section>
  )
}

function Deleted({ receipt }: { receipt: DeletionReceipt }) {
  const t = useT(dataMessages)
  const { language } = useRoot()
  const orders = receipt.keptOrders.map((uuid) => `#${uuid.slice(0, 8)}`)
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(orders)
  return (
    <Empty icon={CircleCheck} title={t('data.deletedTitle')}>
      <p>{t('data.deletedText', { number: receipt.uuid })}</p>
      {orders.length > 0 ? <p>{t('data.keptOrders', { orders: list })}</p> : null}
      <LinkButton to="frontpage" kind="primary">
        {t('data.toFront')}
      </LinkButton>
    </Empty>
  )
}

/** Offers a text as a file download. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
