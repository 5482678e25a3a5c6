import { useLingui } from '@lingui/react'
import { createProfile, type DeletionReceipt } from '@portraitkit/core/account/profile/profileState.ts'
import { rememberReturn } from '@portraitkit/core/account/returnAfterSignIn.ts'
import { CircleCheck, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
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
  const { _: t } = useLingui()
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
  if (away) return <SignedOut icon={Download} title={t(areaMessages.areaSignIn)} of="myaccount.data" />
  return (
    <Page width="text" title={t(areaMessages.data)} back={{ to: 'myaccount', label: t(areaMessages.area) }}>
      {user?.isSimulated ? (
        <Notice title={t(areaMessages.operatorMay)} />
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
  const { _: t } = useLingui()
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
      <h2>{t(dataMessages.exportTitle)}</h2>
      <p>{t(dataMessages.exportText)}</p>
      <div className="pk-form pk-account-form">
        {data.errors.exporting ? <Notice kind="danger" title={data.errors.exporting} /> : null}
        <Button width="full" busy={data.status === 'exporting'} onClick={exportRequest.start}>
          {t(dataMessages.export)}
        </Button>
      </div>
      {done ? <Notice kind="good" title={t(dataMessages.exported)} /> : null}
      {exportRequest.dialog}
    </section>
  )
}

function Deletion() {
  const { _: t } = useLingui()
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
      <h2>{t(dataMessages.deleteTitle)}</h2>
      <p>{t(dataMessages.deleteText)}</p>
      <div className="pk-form pk-account-form">
        {data.errors.deleting ? <Notice kind="danger" title={data.errors.deleting} /> : null}
        <Button kind="danger" width="full" busy={data.status === 'deleting'} onClick={() => setOpen(true)}>
          {t(dataMessages.delete)}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        title={t(dataMessages.deleteSure)}
        confirmLabel={t(dataMessages.delete)}
        cancelLabel={t(dataMessages.cancel)}
        closeLabel={t(formMessages.close)}
        kind="danger"
        busy={data.status === 'deleting'}
        onConfirm={deletionRequest.start}
        onCancel={() => setOpen(false)}
      >
        <p>{t(dataMessages.deleteSureText)}</p>
      </ConfirmDialog>
      {deletionRequest.dialog}
    </section>
  )
}

function Deleted({ receipt }: { receipt: DeletionReceipt }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const orders = receipt.keptOrders.map((uuid) => `#${uuid.slice(0, 8)}`)
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(orders)
  return (
    <Empty icon={CircleCheck} title={t(dataMessages.deletedTitle)}>
      <p>{t(dataMessages.deletedText, { number: receipt.uuid })}</p>
      {orders.length > 0 ? <p>{t(dataMessages.keptOrders, { orders: list })}</p> : null}
      <LinkButton to="frontpage" kind="primary">
        {t(dataMessages.toFront)}
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
