import { createCart, createShop, snapshot, subscribe } from '@portraitkit/core'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Cart } from '../../cart/Cart.tsx'
import { registerAll } from '../../register.ts'
import { Root } from '../../root.tsx'

// A page with a shop of its own: its header counts what is in the cart, and below it is a component or an element of the same shop.

const place = document.querySelector<HTMLElement>('#shop')
const { provider = '' } = place?.dataset ?? {}
const shop = createShop({
  api: '',
  provider,
  beforeRequest: ({ headers }) => headers.set('x-page', 'own'),
})
const cart = shop.part(createCart)

function Header() {
  const { count } = useSyncExternalStore(
    (onChange) => subscribe(cart, onChange),
    () => snapshot(cart),
  )
  return (
    <header>
      <output>{count} in the basket</output>
    </header>
  )
}

const isElement = location.search === '?element'
if (isElement) void registerAll(['pk-cart'], { shop })
if (place)
  createRoot(place).render(
    <>
      <Header />
      {isElement ? (
        <pk-cart />
      ) : (
        <Root shop={shop}>
          <Cart />
        </Root>
      )}
    </>,
  )
