import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { PrintError } from '../../imaging/print/printError.ts'
import { printPdf } from '../../imaging/print/printPdf.ts'
import { printScene } from '../../imaging/print/printScene.ts'
import type { App } from '../../platform/app.ts'
import { PRIVATE_FOLDER, writePrivate } from '../../platform/privateFiles.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { PrintedItem } from '../cart/kinds/kind.ts'
import { kindOf } from '../cart/lineKinds.ts'
import { frozenScenes, notePrinted, type StoredOrder } from './collection.ts'
import { orderSheetOf, sheetCatalogue, sheetPrint } from './orderSheet.ts'

/**
 * What is written for each line, a PDF with all pages or a JPEG of each, both by default; and where. `onFile` is called for
 * each file.
 */
export type PrintOrder = { folder: string; as?: 'pdf' | 'jpeg'; onFile: (path: string) => void }

/**
 * Writes the lab's data for an order into a folder: its print files, and a sheet that describes them. Nothing is written for an
 * order that is not placed, or was refunded. Throws PrintError if something cannot be printed.
 */
export async function printOrder(
  app: App,
  provider: Provider,
  order: StoredOrder,
  options: PrintOrder,
): Promise<'printed' | 'unplaced' | 'refunded'> {
  const { confirmTime } = order
  if (!confirmTime) return 'unplaced'
  if (order.paymentState === 'refunded') return 'refunded'
  const scenes = await frozenScenes(app, provider.key, order._id)
  await mkdir(options.folder, { recursive: true, mode: PRIVATE_FOLDER })
  const lines = []
  // Downloads are not printed, and a catalogue is printed for everybody at once.
  for (const item of order.content.lines.flatMap((line, index) => kindOf(line).sheet(line, index + 1))) {
    if ('catalogue' in item) {
      lines.push(sheetCatalogue(item))
      continue
    }
    const scene = scenes.get(item.key)
    if (!scene) throw new PrintError(`Order ${orderNumber(order._id)} has no scene for line ${item.key}`)
    lines.push(await writePrint(app, { ...order, confirmTime }, item, scene, options))
  }
  const sheet = join(options.folder, 'order.json')
  await writePrivate(sheet, `${JSON.stringify(orderSheetOf(provider, order, lines), null, 2)}\n`)
  await notePrinted(app, provider.key, order._id)
  options.onFile(sheet)
  return 'printed'
}

/** Writes the files of one print. Returns its line on the sheet. */
async function writePrint(
  app: App,
  { _id, provider, confirmTime }: StoredOrder & { confirmTime: Date },
  item: PrintedItem,
  scene: Scene,
  { as, folder, onFile }: PrintOrder,
) {
  const { position } = item
  const files = as === 'pdf' ? [] : await printScene(app, provider, scene, folder, `${position}-`)
  const pdf = as === 'jpeg' ? undefined : join(folder, `${position}.pdf`)
  const about = { title: `${orderNumber(_id)}, ${position}`, created: confirmTime }
  if (pdf !== undefined) await printPdf(app, provider, scene, pdf, about)
  for (const path of [...(pdf === undefined ? [] : [pdf]), ...files.map((file) => file.path)]) onFile(path)
  return sheetPrint(item, scene, { files, pdf })
}
