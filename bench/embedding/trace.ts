/** The evaluated part of Chromium's trace. Microseconds: `dur` by the clock, `tdur` on the processor. */
type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

export const CATEGORIES = [
  ...['-*', 'toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  ...['v8', 'v8.execute', 'blink.user_timing'],
]

/** What Lighthouse counts as script work: parsing, compiling and running scripts. */
const SCRIPT = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'V8.Execute',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
])

/** Milliseconds on the processor: other programs there do not count. */
export type Work = {
  /** Scripts on the page's own thread, with the work that they caused synchronously, until the mark. */
  scriptsUntilMark: number
  longestTaskAfterLoad: number
}

/** The work of the page's own thread, in a trace of one visit to a page that set the mark and finished loading. */
export function workOf(trace: Buffer, mark: string): Work {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const marked = traceEvents.find(({ name }) => name === mark)
  const loaded = traceEvents.findLast(({ name, pid }) => name === 'loadEventEnd' && pid === marked?.pid)
  if (!marked || !loaded) throw new Error(`The trace has no ${marked ? 'end of the load' : mark}`)
  const own = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === marked.pid && tid === marked.tid)
  const scripts = outermost(own.filter(({ name, ts }) => SCRIPT.has(name) && ts < marked.ts))
  const tasks = own.filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > loaded.ts)
  return {
    scriptsUntilMark: scripts.reduce((sum, event) => sum + workBetween(event, event.ts, marked.ts), 0) / 1000,
    longestTaskAfterLoad:
      Math.max(...tasks.map((event) => workBetween(event, loaded.ts, Number.POSITIVE_INFINITY))) / 1000,
  }
}

/** A script run by another one is included in that one's time already. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY
  return events
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}

/** An event's time on the processor between two moments. */
function workBetween({ ts, dur = 0, tdur = dur }: TraceEvent, from: number, to: number): number {
  return dur > 0 ? (Math.max(0, Math.min(ts + dur, to) - Math.max(ts, from)) * tdur) / dur : 0
}
