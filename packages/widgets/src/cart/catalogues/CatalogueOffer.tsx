import { useCallback, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'

/** The offer as a dialog of its own, for pages that use it directly: No opens the products, Yes the cart. */
export function CatalogueOffer() {
  const { navigate } = useRoot()
  const [isDone, setDone] = useState(false)
  const goOn = useCallback(
    (route: 'products.list' | 'shoppingcart') => {
      setDone(true)
      navigate(route)
    },
    [navigate],
  )
  const leave = useCallback(() => setDone(true), [])
  return (
    <CatalogueDialog
      open={!isDone}
      onNothing={leave}
      onNoThanks={() => goOn('products.list')}
      onAdded={() => goOn('shoppingcart')}
    />
  )
}
CatalogueOffer.shape = 'none'
