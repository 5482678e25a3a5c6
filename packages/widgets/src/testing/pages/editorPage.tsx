import { createRoot } from 'react-dom/client'
import { EditorSurface } from '../../editor/EditorSurface.tsx'
import { Root } from '../../root.tsx'
import { createRouter } from '../../shop/router.ts'
import { ShopApp } from '../../shop/ShopApp.tsx'

/** The whole shop of the provider that the page names, or a standalone editor with the options in the address. */
const node = document.getElementById('shop')
const options = new URLSearchParams(location.search).get('options')
const { provider = '' } = node?.dataset ?? {}
if (node) {
  createRoot(node).render(
    <Root api="" provider={provider}>
      {options ? <EditorSurface {...JSON.parse(options)} /> : <ShopApp router={createRouter('/')} ownsPage />}
    </Root>,
  )
}
