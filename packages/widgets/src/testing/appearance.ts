import { expect } from 'vitest'
import { findViolations } from './accessibility.ts'
import type { Person } from './buildPerson.ts'

/** axe reports nothing, and nothing is wider than the page. With PK_SHOTS it stores a screenshot in that folder. */
export async function expectAccessibleLayout({ page }: Person, name: string): Promise<void> {
  const shots = process.env.PK_SHOTS
  if (shots) await page.screenshot({ path: `${shots}/${name.replaceAll(' ', '-')}.png` })
  expect([name, await findViolations(page)]).toEqual([name, []])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth, name).toBeLessThanOrEqual(clientWidth)
}
