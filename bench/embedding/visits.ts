import type { Browser, CDPSession, Page } from 'playwright-core'
import { percentile } from '../calls/load.ts'
import type { Figure } from '../figures.ts'
import { versionOf } from './installPeers.ts'
import { peers, servePeer } from './peers.ts'
import type { EmbeddedShop } from './shop.ts'
import { CATEGORIES, type Work, workOf } from './trace.ts'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const SLOW = 4
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, in bytes per second, and a round trip of 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const USABLE_MARK = 'pk-usable'
/** The wait after the last answer, in milliseconds: what a page loads by itself has arrived by then. */
const REST_MS = 1000

const SCRIPT_GOAL = 100
const READY_GOAL = 1000
const TASK_GOAL = 50
const SHIFT_GOAL = 0.02

/** A page, and the code of a function that says in it whether its widget can be used. */
type VisitTarget = { address: string; usableCheck: string }
type Slowness = { processor?: number; network?: typeof SLOW_4G }
type Visit = { usable: number; shift: number; work?: Work }

/**
 * First visits to the photographer's page, on another site than the shop: how much its scripts work, how long it takes until a
 * code can be typed, and how the page behaves meanwhile. The goals of the first widget are `first`'s.
 */
export async function visitsOf(
  browser: Browser,
  shop: EmbeddedShop,
  { tag, isFirst, visits }: { tag: string; isFirst: boolean; visits: number },
): Promise<Figure[]> {
  const visited = {
    address: shop.addressOf(tag),
    usableCheck: `() => document.querySelector('${tag}')?.shadowRoot?.querySelector('.pk-entry input')`,
  }
  const several = async (slowness: Slowness, isTraced = false) => {
    const made: Visit[] = []
    // the first one finds the server's caches cold
    for (let visit = 0; visit <= visits; visit++) made.push(await visitPage(browser, visited, slowness, isTraced))
    return made.slice(1)
  }
  const traced = (await several({ processor: SLOW }, true)).flatMap(({ work }) => work ?? [])
  const peer = isFirst ? await workOfPeer(browser, visits) : undefined
  const far = await several({ network: SLOW_4G })
  const farAndSlow = await several({ network: SLOW_4G, processor: SLOW })
  return [
    scriptTime(tag, traced, peer),
    ready(tag, far, farAndSlow, isFirst),
    maxTask(tag, traced),
    shift(tag, [...far, ...farAndSlow]),
  ]
}

const median = (values: readonly number[]): number => percentile(values, 50)

type PeerWork = { name: string; milliseconds: number }

/** Like `visitsOf`, for the one peer whose widget can be used without a service elsewhere, alone on its page. */
async function workOfPeer(browser: Browser, visits: number): Promise<PeerWork> {
  const peer = peers.find(({ isUsable }) => isUsable)
  if (!peer?.isUsable) throw new Error('No peer can be used by itself')
  const page = await servePeer(peer)
  const work: Work[] = []
  try {
    const visited = { address: page.address, usableCheck: String(peer.isUsable) }
    for (let visit = 0; visit <= visits; visit++) {
      const { work: done } = await visitPage(browser, visited, { processor: SLOW }, true)
      if (done && visit > 0) work.push(done)
    }
  } finally {
    await page.close()
  }
  const milliseconds = median(work.map(({ scriptsUntilMark }) => scriptsUntilMark))
  return { name: `${peer.name} ${versionOf(peer.name)}, ${peer.what}, alone on its page`, milliseconds }
}

function scriptTime(tag: string, work: readonly Work[], peer: PeerWork | undefined): Figure {
  const value = median(work.map(({ scriptsUntilMark }) => scriptsUntilMark))
  return {
    name: `${tag}: work of scripts until a code can be typed, the processor ${SLOW} times slower`,
    value,
    unit: 'ms',
    ...(peer && {
      beside: `${peer.name}: ${peer.milliseconds.toFixed(0)} ms`,
      ratio: value / peer.milliseconds,
      goal: `at most ${SCRIPT_GOAL} ms`,
      met: value <= SCRIPT_GOAL,
    }),
  }
}

function ready(tag: string, far: readonly Visit[], farAndSlow: readonly Visit[], hasGoal: boolean): Figure {
  const [value, slower] = [far, farAndSlow].map((visits) => median(visits.map(({ usable }) => usable))) as [
    number,
    number,
  ]
  return {
    name: `${tag}: until a code can be typed on slow 4G (1.6 Mbit/s, 150 ms)`,
    value,
    unit: 'ms',
    beside: `the processor ${SLOW} times slower too: ${slower.toFixed(0)} ms`,
    ...(hasGoal && { goal: `under ${READY_GOAL} ms`, met: value < READY_GOAL }),
  }
}

function maxTask(tag: string, work: readonly Work[]): Figure {
  const durations = work.map(({ longestTaskAfterLoad }) => longestTaskAfterLoad)
  const value = Math.max(...durations)
  return {
    name: `${tag}: longest task after the load, the processor ${SLOW} times slower`,
    value,
    unit: 'ms',
    beside: `median of ${work.length} visits ${median(durations).toFixed(1)} ms`,
    goal: `under ${TASK_GOAL} ms`,
    met: value < TASK_GOAL,
  }
}

function shift(tag: string, visits: readonly Visit[]): Figure {
  const value = Math.max(...visits.map((visit) => visit.shift))
  return {
    name: `${tag}: layout shift on slow 4G, all of a visit`,
    value,
    unit: '',
    beside: `most of ${visits.length} visits`,
    goal: `under ${SHIFT_GOAL}`,
    met: value < SHIFT_GOAL,
  }
}

async function visitPage(
  browser: Browser,
  { address, usableCheck }: VisitTarget,
  slowness: Slowness,
  isTraced: boolean,
): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript(`(${watchPage})(${usableCheck}, '${USABLE_MARK}')`)
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page), slowness)
    if (isTraced) await browser.startTracing(page, { categories: CATEGORIES })
    await page.goto(address, { waitUntil: 'commit' })
    const usable = await page.evaluate(untilMarked, USABLE_MARK)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(REST_MS)
    const work = isTraced ? workOf(await browser.stopTracing(), USABLE_MARK) : undefined
    return { usable, shift: await shiftOf(page), ...(work && { work }) }
  } finally {
    await context.close()
  }
}

async function slowDown(tools: CDPSession, { processor, network }: Slowness): Promise<void> {
  if (processor) await tools.send('Emulation.setCPUThrottlingRate', { rate: processor })
  if (!network) return
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', network)
}

/** In the page, before anything else: marks the moment at which the widget can be used, and adds up the layout shifts. */
function watchPage(isUsable: () => unknown, mark: string): void {
  const seen = { shift: 0 }
  Object.assign(globalThis, { pkSeen: seen })
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (isUsable()) performance.mark(mark)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** In the page: the time of that mark, since the navigation began. */
function untilMarked(mark: string): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing could be used within a minute')), 60_000)
    new PerformanceObserver((list) => {
      const [found] = list.getEntriesByName(mark)
      if (found) resolve(found.startTime)
    }).observe({ type: 'mark', buffered: true })
  })
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { pkSeen: { shift: number } }).pkSeen.shift)
