import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** The number of the focused node inside an element, kept between calls; -1 if none has the focus. */
async function placeOfFocus(inside: Locator): Promise<number> {
  const focused = inside.locator(':focus')
  if ((await focused.count()) === 0) return -1
  return focused.last().evaluate((node) => {
    const page = window as unknown as { seen?: Element[] }
    page.seen ??= []
    if (!page.seen.includes(node)) page.seen.push(node)
    return page.seen.indexOf(node)
  })
}

/**
 * An open dialog has the focus, and Tab cycles inside it, in both directions, however often it is pressed. Afterwards the focus
 * is where it was before.
 * @param of the component that shows it; `npm test` lists the dialogs that no test passes here
 */
export async function expectKeysInside(dialog: Locator, of = 'the dialog'): Promise<void> {
  const { keyboard } = dialog.page()
  await expect
    .poll(() => placeOfFocus(dialog), { message: `${of}: the focus goes in`, timeout: 60_000 })
    .toBeGreaterThanOrEqual(0)
  const first = await placeOfFocus(dialog)
  let last = first
  for (let stop = 0; stop < 80; stop++) {
    await keyboard.press('Tab')
    const next = await placeOfFocus(dialog)
    expect(next, `${of}: Tab stays inside`).toBeGreaterThanOrEqual(0)
    if (next === first) break
    last = next
  }
  expect(await placeOfFocus(dialog), `${of}: Tab goes round`).toBe(first)
  await keyboard.press('Shift+Tab')
  expect(await placeOfFocus(dialog), `${of}: Shift+Tab goes the other way round`).toBe(last)
  await keyboard.press('Tab')
  expect(await placeOfFocus(dialog)).toBe(first)
}

/**
 * Arrows move through a list of tabs and wrap around, Home and End go to its ends; Tab leaves it, and returns to the selected
 * one. The first is selected afterwards.
 */
export async function expectArrowsThrough(list: Locator): Promise<void> {
  const { keyboard } = list.page()
  const tabs = list.locator('[role=tab]:not(:disabled)')
  const count = await tabs.count()
  expect(count).toBeGreaterThan(1)
  const focused = async () => {
    const all = await tabs.all()
    const are = await Promise.all(all.map((tab) => tab.evaluate((node) => node.matches(':focus'))))
    return are.indexOf(true)
  }
  await tabs.first().focus()
  for (let at = 1; at <= count; at++) {
    await keyboard.press('ArrowRight')
    expect(await focused(), 'an arrow goes on').toBe(at % count)
  }
  await keyboard.press('ArrowLeft')
  expect(await focused(), 'the other arrow goes round the other way').toBe(count - 1)
  await expect.poll(() => tabs.last().getAttribute('aria-selected')).toBe('true')
  await keyboard.press('Home')
  expect(await focused()).toBe(0)
  await keyboard.press('End')
  expect(await focused()).toBe(count - 1)
  await keyboard.press('Home')
  await expect.poll(() => tabs.first().getAttribute('aria-selected')).toBe('true')
  await keyboard.press('Shift+Tab')
  expect(await focused(), 'Shift+Tab leaves the list').toBe(-1)
  await keyboard.press('Tab')
  expect(await focused(), 'Tab comes to the tab that is chosen').toBe(0)
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true')
  await keyboard.press('Tab')
  expect(await focused(), 'Tab leaves the list').toBe(-1)
}
