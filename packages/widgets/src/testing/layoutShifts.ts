import type { BrowserContext, Page } from 'playwright-core'

/** How much of the window moved and how far, as browsers count it, and what moved. */
export type Shift = { value: number; moved: string[] }

/** What follows an input within this time, in milliseconds, is what the person asked for; browsers allow five times as much. */
const DIRECTLY_MS = 100

type Recorded = { value: number; time: number; moved: string[] }
type Recorder = { pkShifts: Recorded[]; pkInputs: number[] }

/** Records every movement in the pages of a browser, from their first frame on. */
export function recordShifts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const recorder: Recorder = { pkShifts: [], pkInputs: [] }
    Object.assign(globalThis, recorder)
    for (const name of ['pointerup', 'keydown'])
      addEventListener(name, () => recorder.pkInputs.push(performance.now()), true)
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    const describe = ({ node, previousRect, currentRect }: Source) => {
      const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent
      return `${name} from ${rect(previousRect)} to ${rect(currentRect)}`
    }
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as unknown as { value: number; startTime: number; sources: Source[] }[]
      for (const { value, startTime: time, sources } of entries)
        recorder.pkShifts.push({ value, time, moved: sources.map(describe) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The movements since the last question, without those that directly follow an input. */
export async function readShifts(page: Page): Promise<Shift[]> {
  const { shifts, inputs } = await page.evaluate(() => {
    const { pkShifts, pkInputs } = globalThis as unknown as Recorder
    return { shifts: pkShifts.splice(0), inputs: pkInputs.splice(0) }
  })
  const isRequested = ({ time }: Recorded) => inputs.some((input) => time >= input - 20 && time < input + DIRECTLY_MS)
  return shifts.filter((shift) => !isRequested(shift)).map(({ value, moved }) => ({ value, moved }))
}
