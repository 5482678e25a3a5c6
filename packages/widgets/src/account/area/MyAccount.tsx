import { useLingui } from '@lingui/react'
import { createProfile } from '@portraitkit/core/account/profile/profileState.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import type { RouteName } from '@portraitkit/core/routes.ts'
import {
  ChevronRight,
  Download,
  ImagePlus,
  Images,
  KeyRound,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Package,
  ReceiptText,
  UserRound,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { RootLoading } from '../../theme/RootStates.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useSessionKnown } from '../../ui/loading/useSessionKnown.ts'
import { Page } from '../../ui/page/Page.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import { AddressNotice } from '../address/AddressNotice.tsx'
import css from './Account.css?inline'
import { areaMessages } from './areaMessages.ts'
import { SignOutButton } from './SignOutButton.tsx'

type Item = { to: RouteName; icon: LucideIcon; text: Message }

const items: readonly Item[] = [
  { to: 'myaccount.changepassword', icon: KeyRound, text: areaMessages.changePassword },
  { to: 'myaccount.contactinfo', icon: UserRound, text: areaMessages.contactInfo },
  { to: 'myaccount.picturesets', icon: Images, text: areaMessages.pictureSets },
  { to: 'myaccount.orders', icon: ReceiptText, text: areaMessages.orderHistory },
  { to: 'myaccount.newpictures', icon: ImagePlus, text: areaMessages.newPictures },
  { to: 'myaccount.cancelpicturepackages', icon: Package, text: areaMessages.cancelPackages },
  { to: 'myaccount.communication', icon: Mail, text: areaMessages.communication },
  { to: 'myaccount.devices', icon: MonitorSmartphone, text: areaMessages.devices },
  { to: 'myaccount.data', icon: Download, text: areaMessages.data },
]

/** The menu of the account area (ACC-1), with the pages that exist so far. */
export function MyAccount() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const profile = shop.part(createProfile)
  const { hasPackages, hasRetakes } = useSnapshot(profile.state)
  const { user } = useSnapshot(shop.session.state)
  const signedIn = useSessionStatus()
  const isSessionKnown = useSessionKnown()
  const [isMenuKnown, setMenuKnown] = useState(false)
  useEffect(() => {
    if (signedIn === 'signed-in') void profile.loadMenu().then(() => setMenuKnown(true))
  }, [profile, signedIn])
  if (signedIn === 'signed-out') return <SignedOut icon={UserRound} title={t(areaMessages.areaSignIn)} of="myaccount" />
  // an entry that came later would push the next ones down
  if (!isSessionKnown || (user && !isMenuKnown)) return <RootLoading shape="page" language={language} />
  return (
    <Page width="text" title={t(areaMessages.area)} lead={user?.name || user?.emailAddress}>
      <AddressNotice for="account" />
      <nav aria-label={t(areaMessages.area)}>
        <ul className="pk-account-menu">
          {items
            .filter(({ to }) => hasPackages || to !== 'myaccount.cancelpicturepackages')
            .filter(({ to }) => hasRetakes || to !== 'myaccount.newpictures')
            .map(({ to, icon, text }) => (
              <li key={to}>
                <LinkButton to={to} look="bare">
                  <Icon of={icon} />
                  <span>{t(text)}</span>
                  <Icon of={ChevronRight} size={18} />
                </LinkButton>
              </li>
            ))}
        </ul>
      </nav>
      <SignOutButton />
    </Page>
  )
}
