import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Every document has to parse it, and parses the minified form in half the time.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The violations that axe reports for a page in its current state: the rule and the elements. Axe is injected once into each
 * document. `without` are rules about other people's content.
 */
export async function findViolations(page: Page, without: readonly string[] = []): Promise<string[][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  return page.evaluate(async (off) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // voice control needs the visible text in the name (WCAG 2.5.3); axe checks that only on request
    const rules = {
      'label-content-name-mismatch': { enabled: true },
      ...Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    }
    const { violations } = await run(document, { resultTypes: ['violations'], rules })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }, without)
}

/** axe reports nothing once all animations have ended. */
export async function expectAccessible(page: Page, without: readonly string[] = []): Promise<void> {
  const moving = () => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length)
  await expect.poll(moving, { timeout: 60_000 }).toBe(0)
  expect(await findViolations(page, without)).toEqual([])
}
