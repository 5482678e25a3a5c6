import { useLingui } from '@lingui/react'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** For a customer whose picture sets have no picture that fits on a product: explains why the products are empty. */
export function NoPicturesNotice() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { status, sets, selected } = useSnapshot(shop.part(createPictureSets).state)
  if (status !== 'ready' || sets.length === 0 || selected) return null
  return (
    <Notice>
      <p>{t(messages.noPictures)}</p>
      <div>
        <LinkButton to="myaccount.picturesets">{t(messages.sets)}</LinkButton>
      </div>
    </Notice>
  )
}

/** For signed-out visitors: explains why the products are empty. */
export function SignedOutNotice() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  if (status !== 'signed-out') return null
  return (
    <Notice>
      <p>{t(messages.visitor)}</p>
      <div>
        <LinkButton to="frontpage">{t(messages.enterCode)}</LinkButton>
      </div>
    </Notice>
  )
}
