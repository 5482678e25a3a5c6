import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { chooseDelivery, choosePayment, fillCart, pay } from './checkoutSteps.ts'
import { type FormPerson, onPhoneByTouch } from './inputDevices.ts'
import { serveSite } from './isolation/serve.ts'
import { money, shop } from './methodInputs.ts'
import { newAddress } from './person.ts'

// A photographer's page that allows almost nothing: no inline script, no string that becomes code or HTML, scripts only by
// nonce or from the shop. Violations of its policy are detected twice: on the page, and in the browser's reports.

const house = inject('house')
const isLong = process.env.PROOFS === 'long'
const api = `http://localhost:${house.port}`
const site = `http://studio.localhost:${house.examplePort}`
const NONCE = 'c3RyaWN0LXBhZ2U'
const scripts = {
  'with the nonce of the tag': `'nonce-${NONCE}' 'strict-dynamic'`,
  "from the shop's origin": api,
}
type Scripts = keyof typeof scripts

const reports: string[] = []
const reportsTo = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text: string) => reports.push(text))
  request.on('end', () => response.writeHead(204).end())
})
beforeAll(() => new Promise<void>((open) => reportsTo.listen(0, open)))
afterAll(() => void reportsTo.close())

const policy = (from: string) =>
  [
    `default-src 'none'; script-src ${from}; connect-src ${api}; img-src ${api} data: blob:; font-src ${api}`,
    `base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types portraitkit`,
    `report-uri http://localhost:${(reportsTo.address() as AddressInfo).port}/`,
  ].join('; ')

let person: FormPerson
let violations: string[]
let close: (() => Promise<void>) | undefined
beforeEach(async () => {
  reports.length = 0
  violations = []
  person = await onPhoneByTouch()
  const { context } = person
  const hears = violations
  await context.exposeBinding('tellViolation', (_source, what: string) => void hears.push(what))
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (globalThis as unknown as { tellViolation(what: string): void }).tellViolation(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
})
afterEach(async () => {
  await person.leave()
  await close?.()
})

/** The photographer's site: a page with the whole shop and this policy. */
const openSite = (policy: string) =>
  serveSite(house.examplePort, ({ pathname }) =>
    pathname === '/' ? { type: 'text/html', headers: { 'content-security-policy': policy }, body } : undefined,
  )
const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A photographer</title><link rel="icon" href="data:,">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <script type="module" nonce="${NONCE}" src="${api}/v1/loader.js" data-provider="${shop.provider}"></script><pk-shop></pk-shop>`

describe('a page with a strict Content Security Policy and Trusted Types', () => {
  const ways = Object.keys(scripts) as Scripts[]

  it.each(isLong ? ways : ways.slice(0, 1))(
    '[EMB-2, EMB-5] sells a card from the code to the receipt, scripts %s, without violating the policy',
    async (way) => {
      const { page, press, sees } = person
      close = await openSite(policy(scripts[way]))
      await page.goto(site)
      await fillCart(person, 'by post')
      const { cardPrice } = shop.everyWay
      await press(sees('button', `Checkout ${money(cardPrice)}`))
      const filled = { name: shop.address.name, email: newAddress() }
      await chooseDelivery(person, 'by post', filled)
      await press(sees('button', 'Next'))
      await choosePayment(person, 'a card')
      await press(sees('button', 'Next'))
      const bought = { delivery: 'by post', payment: 'a card', device: 'a phone', site: 'studio', tries: [] } as const
      await pay(person, bought, filled, money(cardPrice + 490))
      expect(new URL(page.url()).origin).toBe(site)
      expect([...violations, ...reports, ...person.troubles]).toEqual([])
      // and violations would have been detected
      const wrong = page.evaluate(() => document.body.setAttribute('onclick', 'alert()'))
      await expect(wrong).rejects.toThrow('TrustedScript')
      await expect.poll(() => violations.join()).toMatch(/require-trusted-types-for/)
      await expect.poll(() => reports.join()).toMatch(/require-trusted-types-for/)
    },
  )
})
