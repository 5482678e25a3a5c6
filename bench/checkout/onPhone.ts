import type { Browser } from 'playwright-core'
import { openPhone, SLOW, throttleNote } from '../browser/phone.ts'
import { percentile } from '../calls/load.ts'
import type { Figure } from '../figures.ts'

const INTERACTIVE_GOAL = 1500
const CHECKOUT = '/shopping-cart/checkout'

/** A shop's address, and a customer with something in the cart. */
export type CartOwner = { origin: string; cookies: readonly [string, string][] }

/** The checkout on the first visit of a phone that has none of the shop's files. */
export async function checkoutOnPhone(browser: Browser, buying: CartOwner, visits: number): Promise<Figure[]> {
  return [
    await measureInteractive(browser, buying, visits, SLOW, INTERACTIVE_GOAL),
    await measureInteractive(browser, buying, visits, 1),
  ]
}

async function measureInteractive(
  browser: Browser,
  { origin, cookies }: CartOwner,
  visits: number,
  rate: number,
  goal?: number,
): Promise<Figure> {
  const times: number[] = []
  // the first one finds the server's caches cold
  for (let visit = 0; visit <= visits; visit++) {
    const page = await openPhone(browser, origin, cookies, rate)
    await page.goto(origin + CHECKOUT, { waitUntil: 'commit' })
    const ms = await page.evaluate(untilAnswering)
    if (visit > 0) times.push(ms)
    await page.context().close()
  }
  const value = percentile(times, 50)
  return {
    name: `median until the form of a checkout can be filled in, first visit${throttleNote(rate)}`,
    value,
    unit: 'ms',
    ...(goal === undefined ? {} : { goal: `under ${goal} ms`, met: value < goal }),
  }
}

/**
 * In the page: selects the first delivery method as soon as there is one; the time at which its form was there, since the
 * navigation began.
 */
function untilAnswering(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const choice = document.querySelector<HTMLInputElement>('.pk-checkout input[type=radio]')
      if (choice && !choice.checked) choice.click()
      if (choice?.checked && document.querySelector('.pk-checkout input[autocomplete]')) {
        // after the frame that shows it
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      } else requestAnimationFrame(look)
    }
    look()
  })
}
