import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { readShownTexts } from './storybookTexts.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('[LOC-2] reads what a story shows and what it says to screen readers', async () => {
  const page = await browser.newPage()
  await page.setContent(`<div id="storybook-root"><div><template shadowrootmode="open"><div class="pk-root">
    <section aria-roledescription="kind" aria-label="label" aria-description="description">text</section>
    <input type="range" aria-valuetext="value" title="tooltip">
    <div role="textbox" aria-placeholder="example" aria-braillelabel="braille" aria-brailleroledescription="brl">.</div>
    <input placeholder="placeholder"><img alt="picture" src="data:,">
  </div></template></div></div>`)
  const { texts } = await readShownTexts(page)
  expect(texts.filter((text) => text !== '.').toSorted()).toEqual([
    'braille',
    'brl',
    'description',
    'example',
    'kind',
    'label',
    'picture',
    'placeholder',
    'text',
    'tooltip',
    'value',
  ])
})
