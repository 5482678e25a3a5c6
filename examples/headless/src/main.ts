import { isShopError, subscribe } from '@portraitkit/core'
import { html, render } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import { checkoutPage, receiptPage } from './checkoutPage.ts'
import { entryPage } from './entryPage.ts'
import { alert, type Page, waiting } from './parts.ts'
import { picturesPage } from './picturesPage.ts'
import { cart, checkout, entry, files, orders, sets, settings, shop } from './shop.ts'

const main = document.querySelector('main') as HTMLElement
/** Pages are in the address, so that Back and a reload work: `#checkout`, `#receipt/<order>`, otherwise the pictures. */
const address = () => location.hash.slice(1).split('/')

function view(): Page {
  const [page, order = ''] = address()
  const { status } = shop.session.state
  if (status === 'unknown') return { title: 'Harbour Street Portraits', content: waiting() }
  if (status === 'signed-out') return entryPage()
  return page === 'checkout' ? checkoutPage() : page === 'receipt' ? receiptPage(order) : picturesPage()
}

let pageTitle = ''

/** Draws what has changed: what is pressed, typed and focused stays as it is. Another page is drawn anew and gets the focus. */
function draw(): void {
  const { title, content } = view()
  render(keyed(title, html`<h1>${title}</h1>${content}`), main)
  if (pageTitle !== '' && pageTitle !== title) main.focus()
  pageTitle = title
}

/** Fetches what the page shows. */
async function load(): Promise<void> {
  const [page, order = ''] = address()
  await settings.load()
  const { status } = await shop.session.ready()
  if (status !== 'signed-in') return
  await Promise.all([sets.load(), cart.load(), files.refresh()])
  if (page === 'checkout') await checkout.start()
  if (page === 'receipt') await orders.openReceipt(order)
}

function open(): void {
  const showFailure = (error: unknown) => isShopError(error) && render(alert(error.message), main)
  load().then(draw, showFailure)
}

for (const part of [settings, entry, sets, files, cart, checkout, orders, shop.session]) subscribe(part, draw)
shop.events.on('pk-login', open)
addEventListener('hashchange', open)
open()
