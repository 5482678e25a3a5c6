import type { PageOptions } from '@portraitkit/core/photo-packages/page/openPackage.ts'
import { createPackagePage, type PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import { useEffect, useState } from 'react'
import { useRoot } from '../../rootContext.ts'

/** The page of what is wanted, undefined until it is made. */
export function usePackagePage(
  packageUuid: string | undefined,
  orderLine: string | undefined,
): PackagePage | undefined {
  const { shop, leadOn } = useRoot()
  const [page, setPage] = useState<PackagePage>()
  useEffect(() => {
    const options: PageOptions = orderLine ? { orderLine } : { package: packageUuid ?? '' }
    const made = createPackagePage(shop, options)
    setPage(made)
    let isCurrent = true
    void made.open().then((route) => isCurrent && route && leadOn(route.name, route.params))
    const look = () => void made.refresh()
    const turn = () => void (document.visibilityState === 'hidden' ? made.flush() : made.refresh())
    const reconnect = () => void made.reconnect()
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('focus', look)
    window.addEventListener('online', reconnect)
    return () => {
      isCurrent = false
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('focus', look)
      window.removeEventListener('online', reconnect)
      void made.close()
    }
  }, [shop, packageUuid, orderLine])
  return page
}
