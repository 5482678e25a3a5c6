import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Every document has to read it, and reads the short form in half the time.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe objects to on a page as it stands: the rule and the elements. Axe is brought once to each document. `without` are
 * rules about what is somebody else's.
 */
export async function findViolations(page: Page, without: readonly string[] = []): Promise<string[][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  return page.evaluate(async (off) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // what somebody says to a page is what they read there (WCAG 2.5.3); axe leaves it out where it is not asked
    const rules = {
      'label-content-name-mismatch': { enabled: true },
      ...Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    }
    const { violations } = await run(document, { resultTypes: ['violations'], rules })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }, without)
}

/** Nothing that axe objects to, once nothing moves any more. */
export async function expectAccessible(page: Page, without: readonly string[] = []): Promise<void> {
  const moving = () => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length)
  await expect.poll(moving, { timeout: 30_000 }).toBe(0)
  expect(await findViolations(page, without)).toEqual([])
}
