import { priceAt, snapshot } from '@portraitkit/core'
import { html, type TemplateResult } from 'lit-html'
import { alert, type Page, waiting } from './parts.ts'
import { cart, files, money, sets } from './shop.ts'

/** Every picture with a button that puts it into the cart as a file, or takes it out. */
export function picturesPage(): Page {
  const { sets: all, status, error } = snapshot(sets)
  const { count } = snapshot(cart)
  const title = 'Your pictures'
  if (status === 'failed')
    return { title, content: [alert(error), html`<button @click=${sets.refresh}>Try again</button>`] }
  if (status !== 'ready') return { title, content: waiting() }
  const items = all.flatMap((set) =>
    set.pictures.map((picture, index) => pictureItem(set.subject.name, picture, index + 1)),
  )
  const order = () => location.assign('#checkout')
  const label = `Order ${count} ${count === 1 ? 'picture' : 'pictures'}`
  return { title, content: html`<ul>${items}</ul><button @click=${order} ?hidden=${count === 0}>${label}</button>` }
}

type Picture = ReturnType<typeof snapshot<typeof sets.state>>['sets'][number]['pictures'][number]

function pictureItem(of: string, { uuid, inCart, bought, display }: Picture, number: number): TemplateResult {
  const { prices, busy, problems } = snapshot(files)
  const buy = prices.file ? `Buy for ${money(priceAt(prices.file, 1))}` : 'Not for sale'
  const label = bought ? 'Bought' : inCart ? 'Remove' : buy
  const name = `Picture ${number} of ${of}`
  const toggle = () => files.toggle({ file: uuid }, !inCart)
  const isOff = bought || busy[uuid] || !prices.file
  return html`<li>
    <img src=${Object.values(display)[0]} alt=${name} loading="lazy" />
    <button @click=${toggle} ?disabled=${isOff} aria-label="${label}: ${name}" aria-pressed=${inCart}>${label}</button>
    ${alert(problems[uuid])}
  </li>`
}
