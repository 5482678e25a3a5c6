import { useMemo } from 'react'
import { createRouter } from './router.ts'
import { ShopApp } from './ShopApp.tsx'

/** The whole shop in one tag: real paths below `base`, else hash routes. */
export function ShopElement({ base, headless }: { base?: string | undefined; headless?: boolean | undefined }) {
  const router = useMemo(() => createRouter(base), [base])
  return <ShopApp router={router} headless={headless ?? false} />
}
