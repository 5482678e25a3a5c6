import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { translateTo } from '../packages/server/src/platform/texts.ts'
import { stepMessages } from '../packages/widgets/src/access/afterCode/stepMessages.ts'
import { messages } from '../packages/widgets/src/access/messages.ts'
import { launchBrowser } from './browser.ts'

// `node scripts/screenshot.ts` makes docs/screenshot.png, the README's picture, from the shop with its demo world.

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'docs/screenshot.png')
const CANVAS = { width: 1600, height: 1000 }
const PHONE = { width: 390, height: 800 }
const DESKTOP = { width: 1240, height: 790 }

/** A visitor who has just typed a code at one of the two shops. */
type Parent = { email: string; phone: string; shop: string; code: string; subject: string; locale: string }
const EMMAS = { shop: 'brightside', code: 'MAPLE7', subject: 'Emma Carter', locale: 'en-US' }
const INGRIDS = { shop: 'nordlys', code: 'FJORD5', subject: 'Ingrid Solberg', locale: 'nb-NO' }
const MOTHER: Parent = { ...EMMAS, email: 'anna@example.com', phone: '(617) 555-0123' }
const FATHER: Parent = { ...EMMAS, email: 'paul@example.com', phone: '(617) 555-0124' }
const GRANDFATHER: Parent = { ...INGRIDS, email: 'olav@example.com', phone: '+47 412 34 567' }

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-screenshot-'))
  const [port = 0, adminPort = 0, plainPort = 0] = await freePorts(3)
  const numbers = { PORT: `${port}`, ADMIN_PORT: `${adminPort}`, PLAIN_PORT: `${plainPort}` }
  const shop = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...numbers, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await openShop(shop)
    const browser = await launchBrowser()
    const wall = await captureView(browser, DESKTOP, MOTHER, port)
    const card = await captureView(browser, PHONE, FATHER, port, openCard)
    const other = await captureView(browser, PHONE, GRANDFATHER, port)
    const picture = await composePictures(browser, { wall, card, other })
    await browser.close()
    await writeFile(TARGET, await reduceColours(picture))
  } finally {
    shop.kill('SIGINT')
    if (shop.exitCode === null) await once(shop, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a parent sees after the code, a new account and a few more steps, as PNG. */
async function captureView(
  browser: Browser,
  viewport: typeof PHONE,
  parent: Parent,
  port: number,
  steps?: (page: Page) => Promise<void>,
): Promise<Buffer> {
  const isMobile = viewport === PHONE
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    isMobile,
    hasTouch: isMobile,
    locale: parent.locale,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`http://${parent.shop}.localhost:${port}/`)
  await enter(page, parent)
  await steps?.(page)
  await waitUntilSettled(page)
  const picture = await page.screenshot()
  await context.close()
  return picture
}

async function enter(page: Page, { code, subject, email, phone, locale }: Parent): Promise<void> {
  const t = translateTo(locale)
  const press = (name: string) => page.getByRole('button', { name }).first().click()
  const write = (label: string, text: string) => page.getByLabel(label).first().fill(text)
  await write(t(messages.code), code)
  await press(t(messages.continue))
  await write(t(stepMessages.emailLabel), email)
  await press(t(stepMessages.continue))
  await write(t(stepMessages.phone), phone)
  await write(t(stepMessages.choosePassword), 'a long password')
  await press(t(stepMessages.createUser))
  await page
    .getByRole('img', { name: new RegExp(subject) })
    .first()
    .waitFor()
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a card' }).first().click()
  await page
    .getByRole('link', { name: /^Cards A picture/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Archway/ })
    .first()
    .click()
  await page
    .getByRole('img', { name: /^Your card/ })
    .first()
    .waitFor()
}

/** Waits until pictures are loaded and nothing moves: four checks in a row see the same. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  let [last, same] = [await page.screenshot(), 0]
  for (let look = 0; look < 60 && same < 4; look++) {
    await page.waitForTimeout(250)
    const now = await page.screenshot()
    same = now.equals(last) ? same + 1 : 0
    last = now
  }
}

/** The desktop at the back, the two phones in front of it, on a plain background. */
async function composePictures(browser: Browser, screens: Record<'wall' | 'card' | 'other', Buffer>): Promise<Buffer> {
  const image = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}">`
  const page = await browser.newPage({ viewport: CANVAS })
  await page.setContent(`<!doctype html>
    <style>
      * { box-sizing: border-box; margin: 0 }
      body { width: ${CANVAS.width}px; height: ${CANVAS.height}px; background: #e9e4db; overflow: hidden }
      div { position: absolute; overflow: hidden; background: #fff }
      img { display: block; width: 100% }
      .desktop { left: 84px; top: 112px; width: 1080px; border-radius: 14px; padding-top: 34px; background: #f7f4ee;
        box-shadow: 0 0 0 1px #d8d1c5, 0 40px 80px -30px #5b4a3066 }
      .desktop::before { content: ''; position: absolute; left: 16px; top: 12px; width: 10px; height: 10px; border-radius: 50%;
        background: #d8d1c5; box-shadow: 17px 0 #d8d1c5, 34px 0 #d8d1c5 }
      .phone { width: 334px; border: 9px solid #1d1b19; border-radius: 46px; background: #1d1b19;
        box-shadow: 0 0 0 1.5px #4a443c, 0 50px 70px -30px #3a2c1480 }
      .phone img { border-radius: 37px }
      .first { left: 826px; top: 236px }
      .second { left: 1194px; top: 156px }
    </style>
    <div class="desktop">${image(screens.wall)}</div>
    <div class="phone first">${image(screens.card)}</div>
    <div class="phone second">${image(screens.other)}</div>`)
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const picture = await page.screenshot()
  await page.close()
  return picture
}

type Image = { png(options: object): { toBuffer(): Promise<Buffer> } }

/** A PNG of 256 colours, a third of its size. */
function reduceColours(picture: Buffer): Promise<Buffer> {
  // the image library belongs to the server's package
  const sharp = createRequire(join(ROOT, 'packages/server/package.json'))('sharp') as (file: Buffer) => Image
  return sharp(picture).png({ palette: true, colours: 256, effort: 10, dither: 0.7 }).toBuffer()
}

async function openShop(shop: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((done, failed) => {
    shop.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('The shop is open')) done()
    })
    shop.once('exit', (code) => failed(new Error(`The shop ended with ${code} before it was open`)))
  })
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

await main()
