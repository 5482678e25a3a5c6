import { isShopError, subscribe } from '@portraitkit/core'
import { checkoutPage, receiptPage } from './checkoutPage.ts'
import { entryPage } from './entryPage.ts'
import { alert, waiting } from './html.ts'
import { picturesPage } from './picturesPage.ts'
import { cart, checkout, entry, files, orders, sets, settings, shop } from './shop.ts'

const main = document.querySelector('main') as HTMLElement
/** Pages are in the address, so that Back and a reload work: `#checkout`, `#receipt/<order>`, otherwise the pictures. */
const address = () => location.hash.slice(1).split('/')

function view(): HTMLElement[] {
  const [page, order = ''] = address()
  const { status } = shop.session.state
  if (status === 'unknown') return [waiting()]
  if (status === 'signed-out') return entryPage()
  return page === 'checkout' ? checkoutPage() : page === 'receipt' ? receiptPage(order) : picturesPage()
}

/** Draws the page anew. What was typed and what had the focus stay, unless it is another page. */
function draw(): void {
  const inputs = () => [...main.querySelectorAll('input')]
  const controls = () => [...main.querySelectorAll<HTMLElement>('a, button, input')]
  const title = main.textContent && main.firstElementChild?.textContent
  const typed = new Map(inputs().map(({ name, value }) => [name, value]))
  const focused = controls().indexOf(document.activeElement as HTMLElement)
  main.replaceChildren(...view())
  if (title !== main.firstElementChild?.textContent) {
    main.focus()
    return
  }
  for (const input of inputs())
    if (!/radio|checkbox/.test(input.type)) input.value = typed.get(input.name) ?? input.value
  controls()[focused]?.focus()
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
  const showFailure = (error: unknown) => isShopError(error) && main.replaceChildren(alert(error.message))
  load().then(draw, showFailure)
}

for (const part of [settings, entry, sets, files, cart, checkout, orders, shop.session]) subscribe(part, draw)
shop.events.on('pk-login', open)
addEventListener('hashchange', open)
open()
