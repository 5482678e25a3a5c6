import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SentTemplate, templates } from '@portraitkit/core/template/contract.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { Browser, Page } from 'playwright-core'
import { americanHolidays, norwegianHolidays } from '../../../../packages/server/src/demo/holidays.ts'
import { seedTemplates } from '../../../../packages/server/src/demo/templates/seedTemplates.ts'
import { pictureAddresses } from '../../../../packages/server/src/features/access/pictureAddress.ts'
import type { DeliveredPicture } from '../../../../packages/server/src/features/jobs/picture.ts'
import { grantRights } from '../../../../packages/server/src/features/rights/collection.ts'
import { type CutOut, derivePicture } from '../../../../packages/server/src/imaging/derivatives/derive.ts'
import { storePicture } from '../../../../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../packages/server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../../../packages/server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../../packages/server/src/testing/testServer.ts'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { bundleWindow, type Runtime } from './bundle.ts'
import { compare, type Likeness } from './measure.ts'
import type { PrintJob } from './printStored.ts'
import { type Raster, rasterOf } from './raster.ts'
import { openReader } from './reader.ts'

/** A server with the demo's cards, a browser in front of it and a printer behind it. */
export type Stage = {
  server: TestServer
  /** A customer with a subject of this name and these pictures. */
  customer(name: string, pictures: Buffer[], key: ProviderKey, cutOut?: CutOut): Promise<StageCustomer>
  /** A page that shows scenes, by the framework that it is built on. */
  pages: Record<Runtime, Page>
  /** A part of a scene as the browser shows it, at half the print's size. */
  screen(scene: ShownScene, part: string, runtime?: Runtime): Promise<Raster>
  /** The parts of a scene as another process prints them from its JSON, at half their size. */
  print(scene: ShownScene, key: ProviderKey): Promise<Map<string, Raster>>
  /** Like `print`, with the matching page of that process's document for each part. */
  printBoth(scene: ShownScene, key: ProviderKey): Promise<Array<{ part: string; sheet: Raster; page: Raster }>>
  close(): Promise<void>
}
export type ProviderKey = 'brightside' | 'nordlys'
export type StageCustomer = BuiltCustomer & {
  subject: string
  pictures: DeliveredPicture[]
  /** A template as the shop shows it to this customer; with `resources`, as the customer has filled it. */
  scene(request: { template: string; language: string; resources?: Resource[] }): Promise<ShownScene>
  /** Like `scene`, with the larger pictures that a customer gets after buying: under 960 pixels a close crop is only blurred. */
  bought(scene: ShownScene): Promise<ShownScene>
}

export const LANGUAGES: Record<ProviderKey, string[]> = {
  brightside: ['en', 'es', 'de'],
  nordlys: ['nb', 'sv', 'da', 'en'],
}

/** The page may run its own script and show the server's pictures, and nothing else. */
const POLICY = "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'"

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-truth-'))
  const [server, browser, react, preact] = await Promise.all([
    seededServer(),
    launchBrowser(),
    bundleWindow('react'),
    bundleWindow('preact'),
  ])
  const pages = {
    react: await openWindow(browser, server.url, react),
    preact: await openWindow(browser, server.url, preact),
  }
  const reader = await openReader(browser)
  const printer = fork(join(import.meta.dirname, 'printStored.ts'))
  return {
    server,
    pages,
    customer: (name, pictures, key, cutOut) => stageCustomer(server, name, { pictures, cutOut }, key),
    screen: (scene, part, runtime = 'react') => screenshot(pages[runtime], scene, part),
    async print(scene, key) {
      const target = join(folder, randomUUID())
      await printScenes(target, { server, printer }, scene, { provider: key })
      return sheetsOf(target, scene)
    },
    async printBoth(scene, key) {
      const target = join(folder, randomUUID())
      const pdf = `${target}.pdf`
      await printScenes(target, { server, printer }, scene, { provider: key, pdf })
      const pages = await reader.read(await readFile(pdf), comparedSize(scene))
      return [...(await sheetsOf(target, scene))].map(([part, sheet], index) => {
        return { part, sheet, page: pages[index] as Raster }
      })
    },
    async close() {
      printer.disconnect()
      await browser.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function seededServer(): Promise<TestServer> {
  const server = await startTestServer({ provider: settings('brightside'), other: settings('nordlys') })
  for (const key of ['brightside', 'nordlys']) await seedTemplates(server.app, key)
  return server
}

function settings(key: ProviderKey) {
  const languages = LANGUAGES[key].map((long) => ({ long, name: long }))
  const [country, holidays] =
    key === 'brightside' ? (['US', americanHolidays()] as const) : (['NO', norwegianHolidays()] as const)
  return { key, languages, defaultLanguage: LANGUAGES[key][0] as string, country, holidays }
}

/** The screen has the print's own resolution, as phones nearly do; both are halved in the same way before they are compared. */
async function openWindow(browser: Browser, url: string, script: string): Promise<Page> {
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  const headers = { 'content-security-policy': POLICY }
  const body = '<!doctype html><script type="module" src="/window.js"></script>'
  await page.route(`${url}/window.html`, (route) => route.fulfill({ contentType: 'text/html', headers, body }))
  await page.route(`${url}/window.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) throw new Error(message.text())
  })
  await page.goto(`${url}/window.html`)
  await page.waitForFunction(() => 'showPart' in window)
  return page
}

async function stageCustomer(
  server: TestServer,
  name: string,
  { pictures: files, cutOut }: { pictures: Buffer[]; cutOut?: CutOut | undefined },
  key: ProviderKey,
): Promise<StageCustomer> {
  const provider = key === 'brightside' ? server.provider : server.other
  const pictures: DeliveredPicture[] = []
  for (const [index, file] of files.entries())
    pictures.push(await deliverPicture(server, key, file, { fileName: `${index}.jpg`, cutOut }))
  const { subject } = await buildPictureSet(server.app, provider, { subject: { name }, pictures })
  const customer = await buildCustomer(server, { provider, subjects: [subject.uuid] })
  return {
    ...customer,
    subject: subject.uuid,
    pictures,
    async scene({ template, language, resources }) {
      const request = { template: { uuid: template }, subject: subject.uuid, language, ...(resources && { resources }) }
      const { scenes } = await customer.client.call(templates.scenes, { scenes: [request] })
      return scenes[0] as ShownScene
    },
    async bought(scene) {
      const rights = { customer: customer.customer._id, targets: [subject.uuid], order: randomUUID() }
      await grantRights(server.app, provider, rights)
      // the template's own drawings are unchanged
      const nodes = scene.scene.parts.flatMap((part) => part.nodes)
      const larger = nodes.flatMap((node) => {
        if (node.kind !== 'picture' || !node.picture) return []
        const { uuid, background = null } = node.picture
        const seen = { uuid, version: null, subject: subject.uuid }
        const use = { use: 'plain', bought: true, background } as const
        return [[pictureKey(node.picture), pictureAddresses(server.app, provider, customer.customer._id, seen, use)]]
      })
      return { ...scene, addresses: { ...scene.addresses, ...Object.fromEntries(larger) } }
    },
  }
}

async function deliverPicture(
  { app }: TestServer,
  provider: ProviderKey,
  original: Buffer,
  { fileName, cutOut }: { fileName: string; cutOut: CutOut | undefined },
): Promise<DeliveredPicture> {
  const uuid = randomUUID()
  const derived = await derivePicture(original, { cutOut })
  await storePicture(app.blobs, { provider, uuid }, original, derived)
  const { hash, format, working, placeholder, width, height, keywords, faces } = derived
  return {
    uuid,
    hash,
    fileName,
    format,
    working: working.format,
    bytes: original.length,
    width,
    height,
    pictureType: 'IP',
    groupPicture: false,
    greenscreen: derived.cutOut !== null,
    keywords,
    placeholder,
    faces,
  }
}

/**
 * About half the print raster's size, or the size of a smaller picture that fills the page: the width at which the height is
 * nearest to whole pixels. A rounded height would differ from the page's own shape by half a pixel at its lower edge.
 */
function comparedSize({ scene }: ShownScene): { width: number; height: number } {
  const { trimBox, bleed } = scene
  const [across, down] = [trimBox.width + 2 * bleed, trimBox.height + 2 * bleed]
  const half = Math.min(Math.floor(((across / 25.4) * 300) / 2), pixelsAcross(scene))
  const heightOf = (width: number) => (width * down) / across
  const off = (width: number) => Math.abs(heightOf(width) - Math.round(heightOf(width)))
  const widths = Array.from({ length: Math.ceil(half * 0.03) }, (_, less) => half - less)
  const width = widths.reduce((best, each) => (off(each) < off(best) - 0.01 ? each : best), half)
  return { width, height: Math.round(heightOf(width)) }
}

/**
 * The number of pixels of a page that one small picture fills. Enlarged further, it would show the compression of its copies,
 * which differs between screen and printer.
 */
function pixelsAcross({ trimBox, bleed, parts }: ShownScene['scene']): number {
  const [across, down] = [trimBox.width + 2 * bleed, trimBox.height + 2 * bleed]
  const filling = parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      const fills = node.kind === 'picture' && node.box.width * node.box.height > 0.6 * across * down
      return fills && node.picture ? [(node.picture.crop.width / node.box.width) * across] : []
    }),
  )
  return Math.floor(Math.min(Number.POSITIVE_INFINITY, ...filling))
}

async function screenshot(page: Page, shownScene: ShownScene, part: string): Promise<Raster> {
  const size = comparedSize(shownScene)
  await page.setViewportSize(size)
  await page.evaluate(([scene, id, width]) => window.showPart(scene, id, width), [
    shownScene,
    part,
    size.width,
  ] as const)
  return rasterOf(await page.screenshot({ clip: { x: 0, y: 0, ...size } }), size)
}

async function printScenes(
  target: string,
  { server: { app }, printer }: { server: TestServer; printer: ChildProcess },
  shownScene: ShownScene,
  options: Pick<PrintJob, 'provider' | 'pdf'>,
): Promise<void> {
  const scene = `${target}.json`
  await writeFile(scene, JSON.stringify(shownScene.scene))
  const job: PrintJob = { ...options, scene, blobs: join(app.env.dataDir, 'blobs'), target }
  printer.send(job)
  const [{ failed }] = await once(printer, 'message')
  if (failed) throw new Error(failed)
}

async function sheetsOf(folder: string, scene: ShownScene): Promise<Map<string, Raster>> {
  const size = comparedSize(scene)
  const files = scene.scene.parts.map(async ({ id }) => [id, await rasterOf(join(folder, `${id}.jpg`), size)] as const)
  return new Map(await Promise.all(files))
}

/** A template as sent to a browser in this language. */
export async function sentTemplate(
  { server }: Stage,
  { key, uuid, language }: { key: ProviderKey; uuid: string; language: string },
): Promise<SentTemplate> {
  const address = `${server.url}/api/webshop/templates/by-uuid/${uuid}?provider=${key}`
  const response = await fetch(address, { headers: { 'accept-language': language } })
  return (await response.json()) as SentTemplate
}

/** The similarity of each part of a scene on the screen and on paper. */
export async function likeness(stage: Stage, scene: ShownScene, key: ProviderKey): Promise<Map<string, Likeness>> {
  const prints = await stage.print(scene, key)
  const found = new Map<string, Likeness>()
  for (const part of prints.keys()) found.set(part, await compareWithPrint(stage, scene, part, prints))
  return found
}

/** The similarity of a part of a scene on the screen to an earlier print. */
export async function compareWithPrint(
  stage: Stage,
  scene: ShownScene,
  part: string,
  prints: ReadonlyMap<string, Raster>,
): Promise<Likeness> {
  const print = prints.get(part)
  if (!print) throw new Error(`${part} was not printed`)
  return compare(await stage.screen(scene, part), print)
}
