import type { Browser, Page } from 'playwright-core'
import { percentile } from '../calls/load.ts'

/** The evaluated part of Chromium's trace. Microseconds: `dur` by the clock, `tdur` on the processor. */
type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

const MARK = 'pk-frame'
/** Frames with less work than this were idle, in milliseconds. */
const IDLE_MS = 1

/** Marks every frame from now on, until the page is closed. */
export function markFrames(page: Page): Promise<void> {
  return page.evaluate((mark) => {
    const frame = () => {
      performance.mark(mark)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }, MARK)
}

/**
 * The work of the page's own thread for each frame during some action: scripts, layout and paint between one frame and the
 * next. The maximum of 95 of 100 frames, in milliseconds.
 */
export async function workOfFrames(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  return percentile(await workOfEachFrame(browser, page, act), 95)
}

/** Like `workOfFrames`, for each frame that had something to do, in milliseconds. */
export async function workOfEachFrame(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, {
    categories: ['-*', 'toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'],
  })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const marks = traceEvents.filter(({ name }) => name === MARK).toSorted((one, other) => one.ts - other.ts)
  const [first] = marks
  if (!first) throw new Error('No frame was marked')
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid,
  )
  const work = marks.slice(1).map(({ ts: end }, index) => {
    const start = (marks[index] as TraceEvent).ts
    // Only the time on the processor: other programs there do not count.
    const within = ({ ts, dur = 0, tdur = dur }: TraceEvent) =>
      dur > 0 ? (Math.max(0, Math.min(ts + dur, end) - Math.max(ts, start)) * tdur) / dur : 0
    return tasks.reduce((sum, task) => sum + within(task), 0) / 1000
  })
  const busy = work.filter((milliseconds) => milliseconds >= IDLE_MS)
  if (busy.length < 20) throw new Error(`Only ${busy.length} of ${work.length} frames had something to do`)
  return busy
}
