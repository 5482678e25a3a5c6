import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Locator } from 'playwright-core'
import { afterEach, expect, inject, it } from 'vitest'
import { enterAndRegister } from './enterAndRegister.ts'
import { type Person, withCalmPhone } from './person.ts'

// The same library opens the archives in the server's own tests.
const { unzipSync } = createRequire(join(import.meta.dirname, '../../../packages/server/package.json'))('fflate') as {
  unzipSync: (bytes: Buffer) => Record<string, Uint8Array>
}

const house = inject('house')
let parent: Person
afterEach(() => parent?.leave())

/** The file that a press downloads: its name and content. */
async function fileOf(what: Locator): Promise<{ name: string; bytes: Buffer }> {
  const downloadStart = parent.page.waitForEvent('download')
  await parent.press(what)
  const download = await downloadStart
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
}

const worlds = house.worlds.flatMap(({ digital, ...world }) => (digital ? [{ ...world, digital }] : []))

it.each(worlds)(
  '[DIG-4, DIG-5, ACC-7, PRC-4, CHK-16, RCP-3] a child’s pictures are bought at their offer price on a phone, downloaded from the receipt in one file and one by one, and from the order again, in $title',
  async ({ shop, phone, address, digital }) => {
    const { code, subject, price, offer, photographs } = digital
    parent = await withCalmPhone()
    const { page, sees, press, write } = parent
    await page.goto(shop)
    await enterAndRegister(parent, { code, subject, phone })
    await press(sees('button', 'Menu'))
    await press(sees('link', 'My account'))
    await press(sees('link', /^My picture sets/))
    await press(sees('link', /^View/))

    await sees('heading', `All pictures of ${subject}`).waitFor()
    const offered = page.getByRole('region', { name: `All pictures of ${subject}` })
    await offered.getByText(offer, { exact: true }).waitFor()
    await offered.getByText(`Before ${price}`).waitFor({ state: 'attached' })
    await press(offered.getByRole('button', { name: 'Buy digital portraits' }))
    await press(offered.getByRole('link', { name: 'Go to the cart' }))

    await press(sees('button', `Checkout ${offer}`))
    await write('Full name', address.name)
    await press(sees('button', 'Next'))
    await press(page.getByRole('radio', { name: /Card/ }).first())
    await press(sees('button', 'Next'))
    const buy = sees('button', /Buy now/)
    await press(page.getByRole('checkbox', { name: /terms of purchase/ }))
    expect(await buy.isDisabled()).toBe(true)
    await press(page.getByRole('checkbox', { name: /right of withdrawal/ }))
    await press(buy)
    await press(sees('button', `Pay ${offer}`))
    await sees('heading', 'Thank you for your order!').waitFor()
    await page.getByText(offer, { exact: true }).first().waitFor()

    const originals = await Promise.all(photographs.map((file) => readFile(file)))
    const expectWhole = async () => {
      const { name, bytes } = await fileOf(sees('button', 'Download all'))
      const [, title] = new RegExp(`^(${subject} - Job .*)\\.zip$`).exec(name) ?? [name]
      const files = Object.entries(unzipSync(bytes)).toSorted(([one], [other]) => one.localeCompare(other))
      expect(files.map(([file]) => file)).toEqual(originals.map((_each, index) => `${title} - 0${index + 1}.jpg`))
      expect(files.map(([, content]) => originals.findIndex((original) => original.equals(content)))).toEqual([0, 1, 2])
    }
    await press(sees('link', `To the pictures of ${subject}`))
    await expectWhole()
    const single = await fileOf(sees('button', `Download: picture 2 of ${subject}`))
    expect(single.name).toMatch(new RegExp(`^${subject} - Job .* - 02\\.jpg$`))
    expect(originals[1]?.equals(single.bytes)).toBe(true)

    await press(sees('button', 'Menu'))
    await press(sees('link', 'My account'))
    await press(sees('link', 'Order history'))
    await press(page.locator('summary').first())
    await press(sees('link', 'Everything about this order'))
    await press(sees('link', `To the pictures of ${subject}`))
    await expectWhole()
    expect(parent.troubles).toEqual([])
  },
)
