import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectArrowsThrough, expectKeysInside } from '../../../../packages/widgets/src/testing/keyboard.ts'
import type { Hands } from '../inputDevices.ts'

/** A dialog or a list of tabs, and how somebody comes to it. */
export type Walk = {
  /** The component that shows it. */
  of: string
  /** From where the one before it was left, to where it can be opened. */
  before?: (hands: Hands) => Promise<unknown>
} & (Dialog | Tabs)
type Dialog = {
  title: string | RegExp
  /** What is pressed to open it. */
  opener?: (hands: Hands) => Locator
  /** What else opens it. */
  open?: (hands: Hands) => Promise<unknown>
  /** What has the focus afterwards, where that is not what was pressed; null where it is gone. */
  back?: ((hands: Hands) => Locator) | null
  /** What its ✕ is called, where a screen reader hears more than 'Close'. */
  close?: string
}
type Tabs = { tabs: string }

/** Opens a dialog, goes round in it, leaves it, and is where it was opened; goes through the tabs of a list. */
export async function walk(hands: Hands, device: 'keys' | 'finger', step: Walk): Promise<void> {
  const { page, press } = hands
  await step.before?.(hands)
  if ('tabs' in step) {
    const list = page.getByRole('tablist', { name: step.tabs })
    await list.waitFor()
    return device === 'keys' ? expectArrowsThrough(list) : tapThroughTabs(hands, list)
  }
  const dialog = page.getByRole('dialog', { name: step.title })
  const opener = step.opener?.(hands)
  if (opener) await press(opener)
  await step.open?.(hands)
  await dialog.waitFor()
  if (device === 'keys') await expectKeysInside(dialog, step.of)
  if (device === 'keys') await page.keyboard.press('Escape')
  else await press(dialog.getByRole('button', { name: step.close ?? 'Close', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  const back = step.back === undefined ? opener : step.back?.(hands)
  const focused = page.locator(':focus')
  if (back) await expect.poll(() => back.and(focused).count(), { message: 'the focus comes back' }).toBe(1)
}

async function tapThroughTabs({ press }: Hands, list: Locator): Promise<void> {
  for (const tab of await list.locator('[role=tab]:not(:disabled)').all()) {
    await press(tab)
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  }
}
