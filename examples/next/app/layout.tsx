import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
// The shop's styles are in the page before any script runs, so that its place is reserved.
import '@portraitkit/widgets/styles.css'
import { Basket } from './Basket.tsx'
import './site.css'

export const metadata: Metadata = {
  title: 'Inlet & Pine, portraits of children',
  description: 'Inlet & Pine photographs schools and nurseries by daylight. See your pictures and order prints.',
  icons: '/window.svg',
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header className="header">
          <Link className="name" href="/">
            Inlet & Pine
          </Link>
          <nav className="menu">
            <Link href="/studio">The studio</Link>
            <Link href="/pictures/my-account/picture-sets">Your pictures</Link>
            <Link href="/pictures/shopping-cart">
              Basket <Basket />
            </Link>
          </nav>
        </header>
        {children}
        <footer className="footer">
          <p>Inlet & Pine, the old net loft, Harbour Road. By appointment, and by daylight.</p>
          <Link href="/pictures/contact-us">Write to us</Link>
        </footer>
      </body>
    </html>
  )
}
