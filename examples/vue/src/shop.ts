import { registerAll } from '@portraitkit/widgets/elements'
import { themes } from '@portraitkit/widgets/themes'
import type { Router } from 'vue-router'
// types of the elements in templates
import '@portraitkit/widgets/vue'

/** Defines the elements that the pages use, with their common options, and connects their navigation to the site's router. */
export function openShop(router: Router): void {
  void registerAll(['pk-shop', 'pk-code-entry'], {
    api: import.meta.env.VITE_SHOP_API,
    provider: import.meta.env.VITE_SHOP_PROVIDER,
    theme: { ...themes.harbour, background: 'plain' },
    // The code is entered on the site's front page; every other view is below /pictures.
    routes: { frontpage: '/', 'enter-code': '/', '*': '/pictures' },
  })
  document.addEventListener('pk-navigate', (event) => {
    event.preventDefault()
    void router.push(event.detail.href)
  })
}
