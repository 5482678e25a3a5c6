import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { forgetRegistrations } from './forgetRegistrations.ts'
import { buildExample, removeFolder, serve } from './hosts/site.ts'
import { newAddress, withCalmPhone } from './person.ts'
import type { World } from './world.ts'

// The shop that the guide builds on the headless core: copied, installed with the packed core, built, and served on another site.

const house = inject('house')
const world = house.worlds.at(-1) as World
const { examplePort: port } = house
const site = `http://studio.localhost:${port}`
const undo: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

it('[EMB-7] a shop of plain TypeScript on the headless core sells a picture, from the code to the receipt', async () => {
  const env = { VITE_SHOP_API: world.shop, VITE_SHOP_PROVIDER: world.provider }
  const { folder, commands } = await buildExample('headless', env)
  undo.push(() => removeFolder(folder))
  const command = [...commands.serve, '--', '--host', '127.0.0.1', '--strictPort', '--port', `${port}`]
  undo.push((await serve(port, command, { cwd: folder, env })).stop)

  // a child whose pictures are sold as files
  const { code, subject } = world.digital ?? world
  const parent = await withCalmPhone()
  undo.push(parent.leave)
  const { page, sees, press, write, troubles } = parent
  await forgetRegistrations()
  await page.goto(site)
  await write('Code', 'NOSUCHCODE')
  await press(sees('button', 'Show the pictures'))
  await page.getByRole('alert').filter({ hasText: /code/i }).waitFor()
  await write('Code', code)
  await press(sees('button', 'Show the pictures'))
  await sees('heading', `The pictures of ${subject}`).waitFor()
  await write('Email address', newAddress())
  await press(sees('button', 'Continue'))
  await sees('heading', 'A new account').waitFor()
  await write('Phone number', world.phone)
  await write('Password', 'a long password')
  await press(sees('button', 'Create the account'))
  await sees('heading', 'Your pictures').waitFor()
  await press(sees('button', /^Buy for .*: Picture 1 of/))
  await sees('button', /^Remove: Picture 1 of/).waitFor()
  await page.reload()
  await press(sees('button', 'Order 1 picture'))
  await sees('heading', 'Your order').waitFor()
  // from here on in a slow network, with a person who does not wait for an answer
  const network = await parent.context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 700,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await press(sees('button', 'Continue'))
  await page.getByRole('alert').filter({ hasText: 'Please enter a name' }).waitFor()
  await write('Name', 'Anna Carter')
  await press(sees('button', 'Continue'))
  await press(page.getByRole('radio', { name: /Card/ }).first())
  await press(sees('button', 'Continue'))
  await press(page.getByLabel('I accept the terms of purchase'))
  const consents = page.getByRole('checkbox', { checked: false })
  if ((await consents.count()) > 0) await press(consents.first())
  await press(sees('button', 'Buy now'))
  await press(sees('button', /^Pay /))
  await sees('heading', 'Thank you for your order').waitFor()
  expect(page.url()).toMatch(new RegExp(`^${site}/#receipt/`))
  await page.reload()
  await sees('heading', 'Thank you for your order').waitFor()
  expect(troubles).toEqual([])
})

it('the guide shows the files of the example as they are', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/headless.md'), 'utf8')
  const folder = join(import.meta.dirname, '../../headless/src')
  const quoted = readdirSync(folder).filter((file) => guide.includes(`\`src/${file}\`:`))
  expect(quoted).toEqual(['checkoutPage.ts', 'entryPage.ts', 'picturesPage.ts', 'shop.ts'])
  for (const file of quoted) expect(guide).toContain(readFileSync(join(folder, file), 'utf8').trim())
})
