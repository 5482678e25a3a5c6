import { ShopElement } from '@portraitkit/widgets/shop'
import { Shop } from './Shop.tsx'

/** Every view of the shop, at its own address below `/pictures`. Header and footer are the site's. */
export default function Pictures() {
  return (
    <div className="shop">
      <Shop>
        <ShopElement base="/pictures" headless />
      </Shop>
    </div>
  )
}
