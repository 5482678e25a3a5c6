import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectArrowsThrough, expectKeysInside } from '../../../../packages/widgets/src/testing/keyboard.ts'
import type { FormPerson } from '../inputDevices.ts'

/** A dialog or a list of tabs, and how to get there. */
export type Walk = {
  /** The component that shows it. */
  of: string
  /** Leads from where the previous one was closed to where this one can be opened. */
  before?: (person: FormPerson) => Promise<unknown>
} & (Dialog | Tabs)
type Dialog = {
  title: string | RegExp
  /** The control that opens it. */
  opener?: (person: FormPerson) => Locator
  /** Another way to open it. */
  open?: (person: FormPerson) => Promise<unknown>
  /** The focused element afterwards, if it is not the opening control; null if that is gone. */
  back?: ((person: FormPerson) => Locator) | null
  /** The name of its ✕, if a screen reader reads more than 'Close'. */
  close?: string
}
type Tabs = { tabs: string }

/** Opens a dialog, tabs through it, closes it, and checks that the focus returns; moves through the tabs of a list. */
export async function walk(person: FormPerson, device: 'keys' | 'finger', step: Walk): Promise<void> {
  const { page, press } = person
  await step.before?.(person)
  if ('tabs' in step) {
    const list = page.getByRole('tablist', { name: step.tabs })
    await list.waitFor()
    return device === 'keys' ? expectArrowsThrough(list) : tapThroughTabs(person, list)
  }
  const dialog = page.getByRole('dialog', { name: step.title })
  const opener = step.opener?.(person)
  if (opener) await press(opener)
  await step.open?.(person)
  await dialog.waitFor()
  if (device === 'keys') await expectKeysInside(dialog, step.of)
  if (device === 'keys') await page.keyboard.press('Escape')
  else await press(dialog.getByRole('button', { name: step.close ?? 'Close', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  const back = step.back === undefined ? opener : step.back?.(person)
  const focused = page.locator(':focus')
  if (back) await expect.poll(() => back.and(focused).count(), { message: 'the focus comes back' }).toBe(1)
}

async function tapThroughTabs({ press }: FormPerson, list: Locator): Promise<void> {
  for (const tab of await list.locator('[role=tab]:not(:disabled)').all()) {
    await press(tab)
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  }
}
