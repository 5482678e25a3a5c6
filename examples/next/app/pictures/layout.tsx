import type { ReactNode } from 'react'
import { WholeShop } from '../Shop.tsx'

/** In the layout and not in the page: it stays while the address below `/pictures` changes. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="shop">
      <WholeShop />
      {children}
    </div>
  )
}
