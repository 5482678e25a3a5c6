import type { Browser, Page, Request } from 'playwright-core'
import type { Figure } from '../figures.ts'
import { versionOf } from './installPeers.ts'
import { type Peer, peers, servePeer } from './peers.ts'
import type { EmbeddedShop } from './shop.ts'

/** Bytes over the wire by file: the code and styles that a page fetches. */
type FetchedFiles = ReadonlyMap<string, number>

const hasCodeField = () =>
  Boolean(document.querySelector('pk-code-entry')?.shadowRoot?.querySelector('.pk-entry input'))

/**
 * What a page with the shop's code entry fetches before a code can be typed, compared with what pages of peers fetch before
 * their first widget can be used. Code and styles, compressed; no fonts, pictures or answers.
 */
export async function compareWithPeers(browser: Browser, shop: EmbeddedShop): Promise<Figure[]> {
  const own = await fetchedBy(browser, shop.addressOf('pk-code-entry', 'alone'), hasCodeField)
  const figures: Figure[] = []
  for (const peer of peers) {
    const theirs = await fetchedByPeer(browser, peer)
    figures.push({
      name: `code before the first widget can be used: pk-code-entry by the script tag, beside ${peer.name} ${versionOf(peer.name)} (${peer.what})`,
      value: kilobytes(own),
      unit: 'kB',
      beside: `${kilobytes(theirs).toFixed(1)} kB in ${countBytes(theirs)}; ours ${countBytes(own)}`,
      ratio: kilobytes(own) / kilobytes(theirs),
    })
  }
  return figures
}

const kilobytes = (fetched: FetchedFiles): number => [...fetched.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000
const countBytes = ({ size }: FetchedFiles): string => `${size} ${size === 1 ? 'file' : 'files'}`

async function fetchedByPeer(browser: Browser, peer: Peer): Promise<FetchedFiles> {
  const page = await servePeer(peer)
  try {
    return await fetchedBy(browser, page.address, peer.isUsable)
  } finally {
    await page.close()
  }
}

/** The requests until the widget could be used, or until it called a service elsewhere, which nobody answers here. */
async function fetchedBy(browser: Browser, address: string, isUsable?: () => boolean): Promise<FetchedFiles> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.route(isElsewhere, (route) => route.abort())
    const elsewhere = isUsable ? undefined : page.waitForRequest((request) => isElsewhere(new URL(request.url())))
    await page.goto(address, { waitUntil: 'commit' })
    const before = isUsable
      ? await requestsBefore(requests, await momentOf(page, isUsable))
      : requests.slice(0, requests.indexOf((await elsewhere) as Request))
    return new Map((await Promise.all(before.map(sizeOfCode))).flat())
  } finally {
    await context.close()
  }
}

/** The requests that the browser started before a moment. */
async function requestsBefore(requests: readonly Request[], moment: number): Promise<Request[]> {
  await Promise.all(requests.map((request) => request.response()))
  return requests.filter((request) => request.timing().startTime < moment)
}

/** When a condition became true in the page, checked before each frame: milliseconds since 1970. */
async function momentOf(page: Page, isTrue: () => boolean): Promise<number> {
  const moment = await page.waitForFunction(`(${isTrue})() && performance.timeOrigin + performance.now()`)
  return Number(await moment.jsonValue())
}

const isElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol.startsWith('http') && !/(?:^|\.)localhost$/.test(hostname)

async function sizeOfCode(request: Request): Promise<[string, number][]> {
  const answer = await request.response()
  if (!answer?.ok() || !/javascript|css/.test((await answer.headerValue('content-type')) ?? '')) return []
  const { responseBodySize } = await request.sizes()
  return [[request.url(), responseBodySize]]
}
