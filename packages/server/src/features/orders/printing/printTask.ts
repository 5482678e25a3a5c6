import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import * as z from 'zod'
import { PrintError } from '../../../imaging/print/printError.ts'
import type { App } from '../../../platform/app.ts'
import { findProvider } from '../../../platform/provider/collection.ts'
import { defineTask, FinalTaskError, type TaskRun } from '../../../platform/taskKind.ts'
import { ordersOf } from '../collection.ts'

const input = z.object({
  /** The uuid of the order. */
  order: z.string(),
  /** The folder for the files, as a full path. */
  folder: z.string(),
  as: z.enum(['pdf', 'jpeg']).optional(),
})

const file = z.object({ part: z.string(), path: z.string(), width: z.number(), height: z.number() })
/** The prints that are written. The sheet, which names people, is made at the end from the order. */
const checkpoint = z.array(z.object({ position: z.string(), pdf: z.string().optional(), files: z.array(file) }))

/** Prints an order for the lab, and continues with the next line after a crash. Its result is the paths of all files. */
export const printTask = defineTask({ name: 'orders.print', lane: 'print', input, checkpoint, run: print })

type PrintRun = TaskRun<z.infer<typeof input>, z.infer<typeof checkpoint>>

const UNPRINTED = { unplaced: 'waits for its payment', refunded: 'was refunded' }

async function print(app: App, task: PrintRun): Promise<string[]> {
  const { order: uuid, folder, as } = task.input
  const provider = await findProvider(app, task.provider)
  const order = await ordersOf(app, task.provider).findOne({ _id: uuid })
  if (!provider || !order) throw new FinalTaskError('The order was deleted. Nothing was printed')
  // The printer is large, and most servers never print.
  const { printOrder } = await import('./printOrder.ts')
  const earlier = task.resumeFrom ?? []
  let written = earlier.length
  const options = {
    // The same command for the same folder is the same task, but each time it is given it prints what was exchanged until then.
    run: `${task.id} ${task.requested.toISOString()}`,
    folder,
    as,
    earlier,
    async onPrint(printed: typeof earlier, total: number) {
      task.signal.throwIfAborted()
      if (printed.length > written) await task.checkpoint([...printed])
      written = printed.length
      await task.progress(printed.length, total)
    },
  }
  const outcome = await printOrder(app, provider, order, options).catch((error: unknown) => {
    if (!(error instanceof PrintError)) throw error
    throw new FinalTaskError(`${error.message}. Nothing was printed`, { cause: error })
  })
  if (typeof outcome !== 'string') return outcome
  throw new FinalTaskError(`Order ${orderNumber(uuid)} ${UNPRINTED[outcome]} and is not printed`)
}
