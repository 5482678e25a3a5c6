import { folderOf } from './installPeers.ts'
import { servePages } from './pages.ts'

/** A library that other pages embed, used as its documentation says. */
export type Peer = {
  /** Its npm package. */
  name: string
  /** The embedded part of it, and the end of the measurement, in words. */
  what: string
  /** The head and the body of a page; `at` is the address of the package's files. */
  head: (at: string) => string
  body: string
  /**
   * In the page: whether the widget can be used. Omitted if it first calls its own service, which is where the measurement
   * ends.
   */
  isUsable?: () => boolean
}

export const peers: readonly Peer[] = [
  {
    name: '@shopify/buy-button-js',
    what: 'a product, until it first asks Shopify',
    head: (at) => `<script src="${at}/dist/buybutton.min.js"></script>`,
    body: `<div id="product"></div>
      <script>
        const client = ShopifyBuy.buildClient({ domain: 'a-shop.myshopify.com', storefrontAccessToken: 'a-token' })
        const ui = ShopifyBuy.UI.init(client)
        ui.createComponent('product', { id: 1234567, node: document.getElementById('product') })
      </script>`,
  },
  {
    name: '@commercelayer/drop-in.js',
    what: 'a price and a button, until they first ask Commerce Layer',
    head: (at) => `<link rel="stylesheet" href="${at}/dist/drop-in/drop-in.css" />
      <script>
        window.commercelayerConfig = { clientId: 'a-client', slug: 'a-shop', scope: 'market:code:usa' }
      </script>
      <script type="module" src="${at}/dist/drop-in/drop-in.esm.js"></script>`,
    body: `<cl-price code="CARD"><cl-price-amount type="price"></cl-price-amount></cl-price>
      <cl-add-to-cart code="CARD">Add to cart</cl-add-to-cart>`,
  },
  {
    name: '@shoelace-style/shoelace',
    what: 'a field and a button, by its autoloader',
    head: (at) => `<link rel="stylesheet" href="${at}/cdn/themes/light.css" />
      <script type="module" src="${at}/cdn/shoelace-autoloader.js"></script>`,
    body: '<sl-input label="Code"></sl-input> <sl-button>Continue</sl-button>',
    isUsable: () =>
      ['sl-input', 'sl-button'].every((tag) => document.querySelector(tag)?.shadowRoot?.querySelector('input, button')),
  },
]

const PACKAGES = '/packages'

/** A page with nothing but the peer's widget, on this machine. */
export async function servePeer({ name, head, body }: Peer): Promise<{ address: string; close(): Promise<void> }> {
  const at = `${PACKAGES}/${name}`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>${name}</title>
    <link rel="icon" href="data:," />${head(at)}</head><body>${body}</body></html>`
  const { port, close } = await servePages({ '/': page }, { folders: { [`${at}/`]: folderOf(name) } })
  return { address: `http://localhost:${port}/`, close }
}
