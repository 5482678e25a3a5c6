import type { Settings } from '@portraitkit/core/provider/contract.ts'
import { createRoot } from 'react-dom/client'
import { neutralLook } from '../src/theme/neutralLook.ts'
import './editor.css'
import { TryIt } from './TryIt.tsx'

/**
 * The theme editor, and everything else that a page sets on an element: served next to the widgets as `/v1/theme-editor/`, so that it
 * shows the real shop. `?provider=` names the shop's provider; without it the host name does.
 */
async function start(node: HTMLElement): Promise<void> {
  const named = new URLSearchParams(location.search).get('provider')
  const answer = await fetch(`/api/webshop/settings${named ? `?provider=${encodeURIComponent(named)}` : ''}`)
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}`)
  const settings: Settings = await answer.json()
  createRoot(node).render(<TryIt settings={settings} own={settings.look ?? neutralLook} />)
}

const node = document.getElementById('editor')
if (node) {
  start(node).catch((error: unknown) => {
    console.error(error)
    node.textContent =
      'There is no such shop here. Open this page with ?provider= and the key of a shop, such as ?provider=brightside.'
  })
}
