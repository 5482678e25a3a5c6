import { proxy, ref } from 'valtio/vanilla'
import { createCart } from '../cart/state.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { createLatestAnswer } from '../latestAnswer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { type Product, products } from '../products/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '../products/specialProducts.ts'
import { requestId } from '../requestId.ts'
import type { Shop } from '../shop.ts'
import { tryCall } from '../tryCall.ts'
import { digitalPortraits } from './contract.ts'

/**
 * The prices of files for this customer, and which files are being added to the cart or removed:
 * `shop.part(createDigitalPortraits)`.
 */
export type DigitalPortraitsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  /** Null if the shop does not sell it. */
  prices: { set: Product | null; file: Product | null }
  /** Pictures and sets, by uuid, with a running request. */
  busy: Record<string, boolean>
  /** Why an action failed, by the picture's or the set's uuid. */
  problems: Record<string, string>
}

/** One picture, or all of a set by its subject's uuid. */
export type DigitalItem = { file: string } | { pictureSet: string }

export type DigitalPortraits = {
  readonly state: DigitalPortraitsState
  /** Loads the prices and, while anybody watches, keeps them and the picture sets up to date with the cart. */
  watch(): () => void
  /** Loads the prices again. */
  refresh(): Promise<void>
  /** Adds it to the cart or removes it. A refusal becomes a text in `problems`. */
  toggle(item: DigitalItem, inCart: boolean): Promise<void>
  /** The temporary address of one download. A refusal becomes a text in `problems`, and the address null. */
  download(item: DigitalItem, background?: string): Promise<string | null>
}

const uuidOf = (item: DigitalItem) => ('file' in item ? item.file : item.pictureSet)

export function createDigitalPortraits(shop: Shop): DigitalPortraits {
  const state = proxy<DigitalPortraitsState>(emptyState())
  const sets = shop.part(createPictureSets)
  let watchers = 0
  const latest = createLatestAnswer()

  async function refresh(): Promise<void> {
    if (state.status !== 'ready') state.status = 'loading'
    const answer = await latest(
      () => shop.call(products.priceList, {}),
      ({ message }) => {
        // Older prices are better than none: the server decides them in any case.
        if (state.status !== 'ready') Object.assign(state, { status: 'failed', error: message })
      },
    )
    if (!answer) return
    const priceOf = (product: string) => {
      const found = answer.products.find(({ uuid }) => uuid === product)
      return found ? ref(found) : null
    }
    state.prices = { set: priceOf(DIGITAL_SET_PRODUCT), file: priceOf(DIGITAL_PORTRAIT_PRODUCT) }
    Object.assign(state, { status: 'ready', error: '' })
  }

  // The content of the cart determines the price of a file, and the labels of the buttons.
  shop.events.on('pk-cart-change', () => {
    if (watchers === 0) return
    void refresh()
    void sets.refresh()
  })
  onLanguageChange(shop, () => {
    state.problems = {}
    if (watchers > 0) void refresh()
  })
  forgetWithCustomer(shop, () => {
    latest.drop()
    Object.assign(state, emptyState())
    if (watchers > 0) void refresh()
  })

  /** What is refused may no longer be the customer's: a picture that was corrected meanwhile must not stay on the page. */
  function onRefused(): void {
    if (sets.state.status === 'ready') void sets.refresh()
  }

  return {
    state,
    refresh,
    watch() {
      // a page that is opened begins without the refusals of an earlier one
      if (watchers === 0) state.problems = {}
      watchers += 1
      void refresh()
      // The cart may have changed since the sets were fetched.
      if (sets.state.status === 'ready') void sets.refresh()
      return () => {
        watchers -= 1
      }
    },
    async toggle(item, inCart) {
      await press(state, item, onRefused, async () => {
        await putIntoCart(shop, item, inCart)
        await shop.part(createCart).refreshAfterChange()
        await sets.refresh()
      })
    },
    async download(item, background) {
      const ticket = { ...item, ...(background && { background }) }
      const answer = await press(state, item, onRefused, () => shop.call(digitalPortraits.ticket, ticket))
      return answer?.href ?? null
    },
  }
}

/** Runs one request per item at a time, and stores a refusal with the item. */
async function press<T>(
  state: DigitalPortraitsState,
  item: DigitalItem,
  onRefused: () => void,
  send: () => Promise<T>,
): Promise<T | undefined> {
  const uuid = uuidOf(item)
  if (state.busy[uuid]) return undefined
  state.busy[uuid] = true
  delete state.problems[uuid]
  const done = tryCall(send, ({ message }) => {
    state.problems[uuid] = message
    onRefused()
  })
  return done.finally(() => {
    delete state.busy[uuid]
  })
}

/** Adds it to the cart or removes it, and notifies the page. */
async function putIntoCart({ call, events }: Shop, item: DigitalItem, inCart: boolean): Promise<void> {
  const wish = { inCart, requestId: requestId() }
  const answer =
    'file' in item
      ? await call(digitalPortraits.toggleFile, { ...item, ...wish })
      : await call(digitalPortraits.toggleSet, { ...item, ...wish })
  const { price, currency, product } = answer
  events.emit('pk-digital-toggle', {
    kind: 'file' in item ? 'file' : 'set',
    inCart: answer.inCart,
    product: product.name,
    price,
    currency,
  })
}

function emptyState(): DigitalPortraitsState {
  return { status: 'idle', error: '', prices: { set: null, file: null }, busy: {}, problems: {} }
}
