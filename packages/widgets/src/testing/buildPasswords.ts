import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { makeResetKey } from '../../../server/src/features/account/password/resetKeys.ts'
import type { BuiltCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildMailServer, mailsIn } from '../../../server/src/testing/buildMailServer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from './shopInBrowser.ts'

// Shared by the tests of passwords: the sources in a real browser, a real server, a real mail server.

export let shop: ShopInBrowser
export let server: TestServer
export let mailServer: Awaited<ReturnType<typeof buildMailServer>>
export let mailbox: string
export let set: BuiltPictureSet
export let page: Page

export const NEW = 'something-new'

export async function visit(path: string, visit: Visit = {}): Promise<void> {
  page = await shop.visit(path, { width: 390, ...visit })
}
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const field = (name: string) => page.getByLabel(name, { exact: true })
export const heading = (name: string) => page.getByRole('heading', { name, exact: true })
export const text = (words: string) => page.getByText(words, { exact: true })
export const dialog = () => page.getByRole('dialog')
export const address = () => page.evaluate(() => location.href)
/** The error at a field, as a screen reader announces it. */
export const errorAt = (name: string) =>
  field(name).evaluate((node: HTMLInputElement) => {
    const root = node.getRootNode() as ShadowRoot
    const ids = node.getAttribute('aria-describedby')?.split(' ') ?? []
    return node.getAttribute('aria-invalid') === 'true' ? root.getElementById(ids[0] ?? '')?.textContent : null
  })
export const focused = (name: string) =>
  field(name).evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node)

export const keyFor = ({ customer }: BuiltCustomer) => makeResetKey(server.app, server.provider, customer._id)
export const opens = async (email: string, password: string) =>
  (await server.client().send(account.signIn, { email, password })).status === 200
export const mailsTo = async (email: string) =>
  (await mailsIn(mailbox)).filter(({ to }) => to?.some((one) => one.address === email))
/** The link in the latest email, reduced to its path and query. */
export async function linkIn(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [mail] = await mailsTo(email)
  const [, code = ''] = mail?.text?.match(/reset-password\?resetcode=([\w-]+)/) ?? []
  return shop.address(`/reset-password?resetcode=${code}`)
}
export const failing = (path: string) => page.route(`**${path}**`, (route: Route) => route.abort())

/** Starts all of them before the tests of a file and stops them after it. */
export function withPasswords(): void {
  beforeAll(async () => {
    mailbox = await mkdtemp(join(tmpdir(), 'pk-mailbox-'))
    mailServer = await buildMailServer(mailbox)
    shop = await openShopInBrowser({ env: { SMTP_URL: mailServer.url } })
    server = shop.server
    set = await buildPictureSet(server.app, server.provider)
  })
  afterEach(() => shop.leave())
  afterAll(async () => {
    await shop?.close()
    await mailServer?.close()
    await rm(mailbox, { recursive: true })
  })
}
