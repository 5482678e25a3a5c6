import { Root } from '@portraitkit/widgets'
import { createRouter } from '@portraitkit/widgets/router'
import { fetchView, openShop, SiteShop } from '@portraitkit/widgets/site'
import { createRoot } from 'react-dom/client'

const IMPERCEPTIBLE_MS = 100

type Settings = Parameters<typeof openShop>[0]

/** The whole shop on its own site: the address names the provider by its host name or by `?provider=`. */
async function start(node: HTMLElement): Promise<void> {
  const named = new URLSearchParams(location.search).get('provider')
  const router = createRouter('/', named ? { provider: named } : {})
  fetchView(router)
  const answer = await fetch(`/api/webshop/settings${named ? `?provider=${encodeURIComponent(named)}` : ''}`, {
    credentials: 'include',
  })
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}`)
  const settings: Settings = await answer.json()
  document.title = settings.name
  const opening = openShop(settings)
  // For developers at the console and for tests: the shop's events, the same as those that elements dispatch.
  node.addEventListener('pk-error', (event) => console.warn((event as CustomEvent<{ message: string }>).detail.message))

  // The frame is rendered only once if the session is known first. A slow network delays it by an imperceptible time at most.
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, IMPERCEPTIBLE_MS))])
  createRoot(node).render(
    <Root api="" provider={settings.key} mode="system">
      <SiteShop router={router} />
    </Root>,
  )
}

const node = document.getElementById('shop')
if (node) {
  start(node).catch((error: unknown) => {
    console.error(error)
    // a server says it on its page in the language of the shop
    node.textContent = node.dataset.unreachable ?? ''
  })
}
