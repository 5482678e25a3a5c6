import { registerAll } from '@portraitkit/widgets/elements'
import { themes } from '@portraitkit/widgets/themes'
import type { Router } from 'vue-router'

/** Defines the elements that the pages use, with what is true of all of them, and hands their ways to the site's router. */
export function openShop(router: Router): void {
  void registerAll(['pk-shop', 'pk-code-entry'], {
    api: import.meta.env.VITE_SHOP_API,
    provider: import.meta.env.VITE_SHOP_PROVIDER,
    theme: { ...themes.harbour, background: 'plain' },
    // The code is typed on the site's front page; every other view lives below /pictures.
    routes: { frontpage: '/', 'enter-code': '/', '*': '/pictures' },
  })
  document.addEventListener('pk-navigate', (event) => {
    event.preventDefault()
    void router.push(event.detail.href)
  })
}
