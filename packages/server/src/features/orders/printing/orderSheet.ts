import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { PrintFile } from '../../../imaging/print/printScene.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { CatalogueItem, PrintedItem } from '../../cart/kinds/kind.ts'
import type { StoredOrder } from '../collection.ts'

/** The lab's data on a printed item. Lengths are millimetres, of files pixels. */
export function sheetPrint(
  { position, line, copies, product, subProducts, template, subjects }: PrintedItem,
  scene: Scene,
  { files, pdf }: { files: readonly PrintFile[]; pdf: string | undefined },
) {
  return {
    position,
    line,
    copies,
    product,
    subProducts,
    template: { name: template.name, uuid: template.uuid, version: template.version },
    trim: scene.trimBox,
    bleed: scene.bleed,
    subjects,
    pdf: pdf === undefined ? undefined : nameOf(pdf),
    files: files.map(({ part, path, width, height }) => ({ part, file: nameOf(path), width, height })),
  }
}

/** A catalogue on the sheet: it has no file, the lab adds it to the order. */
export function sheetCatalogue({ position, line, copies, product, catalogue, group, subjects }: CatalogueItem) {
  return { position, line, copies, product, catalogue, group, subjects }
}

function nameOf(path: string): string | undefined {
  return path.split(/[/\\]/).at(-1)
}

/** The JSON sheet next to the print files of an order. */
export function orderSheetOf(provider: Provider, { _id, confirmTime, content }: StoredOrder, lines: unknown[]) {
  const { delivery, contact, comment } = content
  return {
    order: orderNumber(_id),
    uuid: _id,
    shop: provider.name,
    placed: confirmTime,
    delivery: {
      type: delivery.type,
      name: delivery.name,
      address: delivery.address,
      businessDays: delivery.days,
      ...(delivery.pickup && { pickup: delivery.pickup }),
      ...(delivery.subject && { school: delivery.subject }),
    },
    contact,
    comment,
    lines,
  }
}
