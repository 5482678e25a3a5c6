import { useLingui } from '@lingui/react'
import type { ModalName, RouteName } from '@portraitkit/core/routes.ts'
import { Images, LogOut, Menu, ShoppingBag, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/controls/Icon.tsx'
import { useSessionKnown } from '../ui/loading/useSessionKnown.ts'
import { Logo } from '../ui/page/Logo.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { messages } from './messages.ts'
import { useCartCount } from './useCartCount.ts'

type HeaderProps = { route: RouteName | undefined; onModal: (name: ModalName) => void }

/** The logo as a link home, the cart and the menu; if there is room, also the picture sets and the customer's name. */
export function Header({ route, onModal }: HeaderProps) {
  const { _: t } = useLingui()
  const { settings, shop } = useRoot()
  const { user } = useSnapshot(shop.session.state)
  const [menuOpen, setMenuOpen] = useState(false)
  const count = useCartCount()
  const isSessionKnown = useSessionKnown()
  const who = user?.uuid ?? isSessionKnown
  return (
    <header className="pk-shop-header" part="header">
      <div className="pk-shop-bar">
        <LinkButton to="frontpage" look="bare" label={t(messages.home, { name: settings.name })}>
          <Logo />
        </LinkButton>
        {/* New when it is known who is here, instead of moving. */}
        <nav className="pk-shop-links" aria-label={settings.name} key={`links ${who}`}>
          {isSessionKnown ? <Links route={route} signedIn={user !== null} /> : null}
        </nav>
        <div className="pk-shop-tools" key={`tools ${who}`}>
          <span className="pk-shop-wide">
            <LanguagePicker />
          </span>
          <span className="pk-shop-wide">
            {isSessionKnown ? <Account name={user?.name || user?.emailAddress} /> : null}
          </span>
          {user ? (
            <LinkButton
              to="shoppingcart"
              look="bare"
              label={count ? t(messages.cart, { count }) : t(messages.cartEmpty)}
            >
              <span className="pk-shop-cart" data-count={count || undefined} key={count}>
                <Icon of={ShoppingBag} size={24} />
              </span>
            </LinkButton>
          ) : null}
        </div>
        {/* It does not move and is never new: a press on it may have begun before. */}
        <Button
          kind="icon"
          icon={Menu}
          label={t(messages.menu)}
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        />
      </div>
      <MenuDrawer
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        onModal={(name) => {
          setMenuOpen(false)
          onModal(name)
        }}
        route={route}
      />
    </header>
  )
}

function Links({ route, signedIn }: { route: RouteName | undefined; signedIn: boolean }) {
  const { _: t } = useLingui()
  const links = [
    ...(signedIn ? [['myaccount.picturesets', messages.pictureSets, Images] as const] : []),
    ['products.list', messages.products, undefined] as const,
    ...(signedIn ? [['myaccount.orders', messages.orders, undefined] as const] : []),
  ]
  return links.map(([to, text]) => (
    <span key={to} className="pk-shop-link" data-current={route === to || undefined}>
      <LinkButton to={to} look="bare" current={route === to}>
        {t(text)}
      </LinkButton>
    </span>
  ))
}

/** The customer's name with a sign-out button, or a sign-in link. */
function Account({ name }: { name: string | undefined }) {
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  if (!name) {
    return (
      <LinkButton to="login" kind="quiet" icon={UserRound}>
        {t(messages.signIn)}
      </LinkButton>
    )
  }
  const leave = async () => {
    await shop.session.signOut()
    navigate('frontpage')
  }
  return (
    <span className="pk-shop-account">
      <span className="pk-shop-name" title={name}>
        <span className="pk-unseen">{t(messages.signedInAs, { name })}</span>
        <span aria-hidden="true">{name.split('@')[0]}</span>
      </span>
      <Button kind="quiet" icon={LogOut} onClick={() => void leave()}>
        {t(messages.signOut)}
      </Button>
    </span>
  )
}
