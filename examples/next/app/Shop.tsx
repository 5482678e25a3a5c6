'use client'

import { Root, type RootProps, type SurfaceEvents } from '@portraitkit/widgets'
import { CodeEntry } from '@portraitkit/widgets/code-entry'
import { ShopElement } from '@portraitkit/widgets/shop'
import { themes } from '@portraitkit/widgets/themes'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

// The code is entered on the site's front page; every other view is below /pictures.
const routes: RootProps['routes'] = { frontpage: '/', 'enter-code': '/', '*': '/pictures' }

/** Wraps every view of the shop: its server, its provider, its look and this site's addresses of its views. */
function Shop({ children }: Pick<RootProps, 'children'>) {
  return (
    <Root
      api={process.env.NEXT_PUBLIC_SHOP_API}
      provider={process.env.NEXT_PUBLIC_SHOP_PROVIDER ?? ''}
      theme={themes.gallery}
      routes={routes}
    >
      {children}
    </Root>
  )
}

/** The code from the letter, on a page of the site. The next views are below `/pictures`, to which Next's router navigates. */
export function CodeForm() {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: SurfaceEvents['pk-navigate']) => {
      event.preventDefault()
      router.push(event.detail.href)
    }
    document.addEventListener('pk-navigate', follow)
    return () => document.removeEventListener('pk-navigate', follow)
  }, [router])
  return (
    <Shop>
      <CodeEntry />
    </Shop>
  )
}

/** Every view of the shop. Its own router navigates between them, without requesting pages from the server. */
export function WholeShop() {
  return (
    <Shop>
      <ShopElement base="/pictures" headless />
    </Shop>
  )
}
