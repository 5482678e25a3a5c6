import { lazy, Suspense } from 'react'
import { Link, Route, Routes } from 'react-router'
import { Home } from './Home.tsx'
import { Studio } from './Studio.tsx'
import { useBasket, useShopNavigation } from './shopEvents.ts'

// The whole shop is fetched when a visitor goes there.
const Pictures = lazy(() => import('./Pictures.tsx'))

export function App() {
  const basket = useBasket()
  useShopNavigation()
  return (
    <>
      <header className="header">
        <Link className="name" to="/">
          Marlow Street
        </Link>
        <nav className="menu">
          <Link to="/studio">The studio</Link>
          <Link to="/pictures/my-account/picture-sets">Your pictures</Link>
          <Link to="/pictures/shopping-cart">Basket{basket > 0 ? ` (${basket})` : ''}</Link>
        </nav>
      </header>
      <Suspense fallback={<main className="shop" aria-busy="true" />}>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/studio" element={<Studio />} />
          <Route path="/pictures/*" element={<Pictures />} />
        </Routes>
      </Suspense>
      <footer className="footer">
        <p>Marlow Street Photography, 12 Marlow Street. Above the bakery, two flights up.</p>
        <Link to="/pictures/contact-us">Write to us</Link>
      </footer>
    </>
  )
}
