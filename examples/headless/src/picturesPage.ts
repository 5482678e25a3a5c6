import { priceAt, snapshot } from '@portraitkit/core'
import { alert, html, waiting } from './html.ts'
import { cart, files, money, sets } from './shop.ts'

/** Every picture with a button that puts it into the cart as a file, or takes it out. */
export function picturesPage(): HTMLElement[] {
  const { sets: all, status, error } = snapshot(sets)
  const { count } = snapshot(cart)
  const title = html('h1', {}, 'Your pictures')
  if (status === 'failed') return [title, alert(error), html('button', { click: sets.refresh }, 'Try again')]
  if (status !== 'ready') return [title, waiting()]
  const items = all.flatMap((set) =>
    set.pictures.map((picture, index) => pictureItem(set.subject.name, picture, index + 1)),
  )
  const order = () => location.assign('#checkout')
  const label = `Order ${count} ${count === 1 ? 'picture' : 'pictures'}`
  return [title, html('ul', {}, ...items), html('button', { click: order, hidden: count === 0 }, label)]
}

type Picture = ReturnType<typeof snapshot<typeof sets.state>>['sets'][number]['pictures'][number]

function pictureItem(of: string, { uuid, inCart, bought, display }: Picture, number: number): HTMLElement {
  const { prices, busy, problems } = snapshot(files)
  const buy = prices.file ? `Buy for ${money(priceAt(prices.file, 1))}` : 'Not for sale'
  const label = bought ? 'Bought' : inCart ? 'Remove' : buy
  const name = `Picture ${number} of ${of}`
  const press = {
    click: () => files.toggle({ file: uuid }, !inCart),
    disabled: bought || busy[uuid] || !prices.file,
    'aria-label': `${label}: ${name}`,
    'aria-pressed': String(inCart),
  }
  const image = html('img', { src: Object.values(display)[0], alt: name, loading: 'lazy' })
  return html('li', {}, image, html('button', press, label), alert(problems[uuid]))
}
