import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { PrintError } from '../../../imaging/print/printError.ts'
import { printPdf } from '../../../imaging/print/printPdf.ts'
import { type PrintFile, printScene } from '../../../imaging/print/printScene.ts'
import type { App } from '../../../platform/app.ts'
import { PRIVATE_FOLDER, writePrivate } from '../../../platform/privateFiles.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { PrintedItem } from '../../cart/kinds/kind.ts'
import type { StoredOrder } from '../collection.ts'
import { frozenScenes } from '../frozenScenes.ts'
import { sheetItems } from '../unsoldLines.ts'
import { orderSheetOf, sheetCatalogue, sheetPrint } from './orderSheet.ts'
import { beginPrinting, markPrinted } from './printRun.ts'

/** The files of one print: a PDF with all pages, a JPEG of each, or both. */
export type PrintedFiles = { position: string; pdf?: string | undefined; files: PrintFile[] }

export type PrintOrder = {
  /** Identifies the run, also when it is continued. */
  run: string
  folder: string
  /** What is written for each line, both by default. */
  as?: 'pdf' | 'jpeg' | undefined
  /** The prints whose files an interrupted run has written; they are not written again. */
  earlier: readonly PrintedFiles[]
  /** Called before the first print and after each one, with how many there are. */
  onPrint(printed: readonly PrintedFiles[], total: number): Promise<void>
}

/**
 * Writes the lab's data for an order into a folder: its print files, and a sheet that describes them. Returns the paths of all
 * files. Nothing is written for an order that is not placed, or was refunded. Throws PrintError if something cannot be printed.
 */
export async function printOrder(
  app: App,
  provider: Provider,
  order: StoredOrder,
  { run, folder, as, earlier, onPrint }: PrintOrder,
): Promise<'unplaced' | 'refunded' | string[]> {
  const { confirmTime } = order
  if (!confirmTime) return 'unplaced'
  if (order.paymentState === 'refunded') return 'refunded'
  const current = (await beginPrinting(app, provider.key, order._id, run)) ?? order
  const scenes = await frozenScenes(app, provider.key, current)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    throw new PrintError(`${folder} cannot be written (${error.code})`)
  })
  // Downloads are not printed, and a catalogue is printed for everybody at once.
  const items = sheetItems(order)
  const total = items.filter((item) => !('catalogue' in item)).length
  const printed = [...earlier]
  const lines = []
  for (const item of items) {
    if ('catalogue' in item) {
      lines.push(sheetCatalogue(item))
      continue
    }
    const scene = scenes.get(item.key)
    if (!scene) throw new PrintError(`Order ${orderNumber(order._id)} has no scene for line ${item.key}`)
    await onPrint(printed, total)
    const position = String(item.position)
    let files = printed.find((each) => each.position === position)
    if (!files) {
      files = { position, ...(await writePrint(app, { ...order, confirmTime }, item, scene, { folder, as })) }
      printed.push(files)
    }
    lines.push(sheetPrint(item, scene, { files: files.files, pdf: files.pdf }))
  }
  await onPrint(printed, total)
  const sheet = join(folder, 'order.json')
  await writePrivate(sheet, `${JSON.stringify(orderSheetOf(provider, order, lines), null, 2)}\n`)
  await markPrinted(app, provider.key, current)
  return [...printed.flatMap(({ pdf, files }) => [...(pdf ? [pdf] : []), ...files.map(({ path }) => path)]), sheet]
}

/** Writes the files of one print. */
async function writePrint(
  app: App,
  { _id, provider, confirmTime }: StoredOrder & { confirmTime: Date },
  { position }: PrintedItem,
  scene: Scene,
  { as, folder }: Pick<PrintOrder, 'as' | 'folder'>,
): Promise<Omit<PrintedFiles, 'position'>> {
  const files = as === 'pdf' ? [] : await printScene(app, provider, scene, folder, `${position}-`)
  if (as === 'jpeg') return { files }
  const pdf = join(folder, `${position}.pdf`)
  await printPdf(app, provider, scene, pdf, { title: `${orderNumber(_id)}, ${position}`, created: confirmTime })
  return { pdf, files }
}
