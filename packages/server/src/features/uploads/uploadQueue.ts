import { Failure } from '../../platform/failure.ts'

/** A picture of 100 megapixels takes 300 MB while it is read: one at a time in a process. */
const queue: Array<() => void> = []
let isBusy = false
/** If this many are waiting, further callers are asked to retry later. */
const MAX_WAITING = 30

/** Runs `work` after all earlier work. Throws `server.unavailable` if too many are waiting. */
export async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (isBusy) {
    if (queue.length >= MAX_WAITING) throw new Failure('server.unavailable')
    await new Promise<void>((go) => queue.push(go))
  }
  isBusy = true
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else isBusy = false
  }
}
