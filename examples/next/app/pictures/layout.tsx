import type { ReactNode } from 'react'
import { WholeShop } from '../Shop.tsx'

/** Rendered by the layout and not by the page, so that it stays while the address below `/pictures` changes. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="shop">
      <WholeShop />
      {children}
    </div>
  )
}
