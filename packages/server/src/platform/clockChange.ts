/**
 * Clocks of servers differ by less than this. A stored time that is further ahead than anything ever plans was written before
 * the clock was set back: nobody should wait until it comes round again.
 */
const CLOCK_SLACK_MS = 60_000

/** Times from this one on cannot have been planned at `now`, if plans reach at most `maxMs` ahead. */
export function firstImplausibleTime(now: Date, maxMs: number): Date {
  return new Date(now.getTime() + maxMs + CLOCK_SLACK_MS)
}
