import { Failure } from '../../platform/failure.ts'

/** A picture of 100 megapixels takes 300 MB while it is read: one at a time in a process. */
const waiting: Array<() => void> = []
let isBusy = false
/** Who comes when so many wait is asked to come again. */
const MOST_WAITING = 30

/** Does `work` when all that came before it is done. Throws `server.unavailable` where too many wait. */
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
