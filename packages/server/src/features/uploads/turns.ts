import { Failure } from '../../platform/failure.ts'

/** A picture of 100 megapixels takes 300 MB while it is read: one at a time in a process. */
const waiting: Array<() => void> = []
let isBusy = false
/** If so many are waiting, further callers are asked to come again. */
const MOST_WAITING = 30

/** Runs `work` after all earlier work. Throws `server.unavailable` if too many are waiting. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (isBusy) {
    if (waiting.length >= MOST_WAITING) throw new Failure('server.unavailable')
    await new Promise<void>((go) => waiting.push(go))
  }
  isBusy = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }
}
