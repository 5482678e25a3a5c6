import { useLingui } from '@lingui/react'
import type { MenuItem } from '@portraitkit/core/provider/contract.ts'
import { type MenuTarget, targetOf, titleOf, visibleItems } from '@portraitkit/core/provider/menu.ts'
import type { ModalName, RouteName } from '@portraitkit/core/routes.ts'
import { Check, ChevronDown, ExternalLink } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { pickLayout } from '../pageShops.ts'
import { useRoot } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/controls/Icon.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { messages } from './messages.ts'

export type MenuDrawerProps = {
  open: boolean
  onClose: () => void
  /** Opens a modal by its name. */
  onModal: (name: ModalName) => void
  route: RouteName | undefined
}

/** The menu, from the side on every width: the provider's items, the shop's own, the account and the languages. */
export function MenuDrawer({ open, onClose, onModal, route }: MenuDrawerProps) {
  const { _: t } = useLingui()
  const { settings } = useRoot()
  const { items, signedIn } = useMenuItems()
  const link = (to: RouteName, text: string) => (
    <li key={to}>
      <RouteLink to={to} route={route} onFollow={onClose}>
        {text}
      </RouteLink>
    </li>
  )
  return (
    <Dialog open={open} onClose={onClose} title={t(messages.menu)} closeLabel={t(messages.close)} size="drawer">
      <nav className="pk-menu" aria-label={t(messages.menu)}>
        <Items items={items} route={route} onClose={onClose} onModal={onModal} />
        <ul>
          {link('contactus', t(messages.contactUs))}
          {settings.webshop.hasPrivacyPolicy ? link('privacypolicy', t(messages.privacyPolicy)) : null}
          <li>
            <DesktopVersion />
          </li>
        </ul>
        <ul>
          {signedIn ? link('myaccount', t(messages.myAccount)) : null}
          {signedIn ? link('myaccount.picturesets', t(messages.pictureSets)) : null}
          {signedIn ? link('myaccount.orders', t(messages.orders)) : null}
          {signedIn ? (
            <li>
              <LogOut onFollow={onClose} />
            </li>
          ) : (
            link('login', t(messages.signIn))
          )}
        </ul>
        <LanguagePicker />
      </nav>
    </Dialog>
  )
}

/** The provider's menu items for this visitor. An anonymous user counts as not logged in (AUT-10). */
function useMenuItems(): { items: MenuItem[]; signedIn: boolean } {
  const { settings, shop } = useRoot()
  const { user } = useSnapshot(shop.session.state)
  const signedIn = user !== null && !user.isAnonymousUser
  return { items: visibleItems(settings.menu, signedIn), signedIn }
}

type ItemsProps = Pick<MenuDrawerProps, 'onClose' | 'onModal' | 'route'> & { items: readonly MenuItem[]; id?: string }

function Items({ items, id, ...rest }: ItemsProps) {
  const { language } = useRoot()
  return (
    <ul id={id}>
      {items.map((item, index) => (
        <Item key={`${index} ${item.target}`} item={item} title={titleOf(item, language)} {...rest} />
      ))}
    </ul>
  )
}

function Item({ item, title, ...rest }: Omit<ItemsProps, 'items'> & { item: MenuItem; title: string }) {
  const { children = [] } = item
  const target = useTarget(item)
  if (children.length > 0) return <Parent item={item} title={title} target={target} {...rest} />
  return target ? (
    <li>
      <Target target={target} {...rest}>
        {title}
      </Target>
    </li>
  ) : null
}

/** An item with children: it expands, and links to its own target if it has one. */
function Parent({
  item,
  title,
  target,
  ...rest
}: Omit<ItemsProps, 'items'> & { item: MenuItem; title: string; target: MenuTarget | undefined }) {
  const { _: t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  const toggle = { 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) }
  return (
    <li data-open={open || undefined}>
      <span className="pk-menu-parent">
        {target ? (
          <Target target={target} {...rest}>
            {title}
          </Target>
        ) : null}
        <button
          type="button"
          className="pk-menu-item"
          {...toggle}
          aria-label={target ? t(messages.more, { title }) : undefined}
        >
          {target ? null : title}
          <Icon of={ChevronDown} size={20} />
        </button>
      </span>
      {open ? <Items items={item.children ?? []} id={id} {...rest} /> : null}
    </li>
  )
}

const warned = new Set<string>()

/** The target of an item. An item without one is left out, and the provider's developer is warned once. */
function useTarget(item: MenuItem): MenuTarget | undefined {
  const target = targetOf(item)
  const isHeading = item.target === '' && item.children !== undefined
  if (!target && !isHeading && !warned.has(item.target)) {
    warned.add(item.target)
    console.warn(`Portraitkit: the menu names ${item.type} '${item.target}', which is not there or lacks data`)
  }
  return target
}

type TargetProps = Pick<MenuDrawerProps, 'onClose' | 'onModal' | 'route'> & { target: MenuTarget; children: ReactNode }

function Target({ target, route, onClose, onModal, children }: TargetProps) {
  const { _: t } = useLingui()
  if (target.kind === 'route') {
    const { name, params } = target.route
    return (
      <RouteLink to={name} params={params} route={route} onFollow={onClose}>
        {children}
      </RouteLink>
    )
  }
  if (target.kind === 'modal') {
    return (
      <button type="button" className="pk-menu-item" aria-haspopup="dialog" onClick={() => onModal(target.name)}>
        {children}
      </button>
    )
  }
  return (
    <a className="pk-menu-item" href={target.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
      {children}
      <span className="pk-unseen">{t(messages.newWindow)}</span>
      <Icon of={ExternalLink} size={18} />
    </a>
  )
}

type RouteLinkProps = Pick<MenuDrawerProps, 'route'> & {
  to: RouteName
  params?: Readonly<Record<string, string>>
  onFollow: () => void
  children: ReactNode
}

function RouteLink({ to, params = {}, route, onFollow, children }: RouteLinkProps) {
  return (
    <span className="pk-menu-item" data-current={to === route || undefined}>
      <LinkButton to={to} params={params} look="bare" current={to === route} onFollow={onFollow}>
        {children}
      </LinkButton>
    </span>
  )
}

/** The layout of a large screen on any screen, until it is switched off again; remembered in the browser. */
function DesktopVersion() {
  const { _: t } = useLingui()
  const { page } = useRoot()
  const on = useSnapshot(page.choice).layout === 'desktop'
  return (
    <button
      type="button"
      className="pk-menu-item"
      aria-pressed={on}
      onClick={() => pickLayout(page, on ? undefined : 'desktop')}
    >
      {t(messages.desktopVersion)}
      {on ? <Icon of={Check} size={20} /> : null}
    </button>
  )
}

function LogOut({ onFollow }: { onFollow: () => void }) {
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const leave = async () => {
    onFollow()
    await shop.session.signOut()
    navigate('frontpage')
  }
  return (
    <button type="button" className="pk-menu-item" onClick={() => void leave()}>
      {t(messages.signOut)}
    </button>
  )
}
