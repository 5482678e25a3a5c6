import { orderReference } from '@portraitkit/core/orders/orderReference.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { ChosenCatalogue, ChosenPackage, ChosenPiece, ChosenPrint } from '../features/cart/line.ts'
import type { StoredOrder } from '../features/orders/collection.ts'
import type { PrintFile } from '../imaging/print/printScene.ts'
import type { Provider } from '../platform/provider/document.ts'

/** What the lab needs to know of one line. Lengths are millimetres, of files pixels. */
export function sheetLine(
  position: number | string,
  line: ChosenPrint,
  scene: Scene,
  { files, pdf }: { files: readonly PrintFile[]; pdf: string | undefined },
) {
  return {
    position,
    line: line.uuid,
    copies: line.quantity,
    product: line.product.name,
    subProducts: line.subProducts.map(({ name }) => name),
    template: { name: line.template.name, uuid: line.template.uuid, version: line.template.version },
    trim: scene.trimBox,
    bleed: scene.bleed,
    subjects: line.subjects.map(({ name }) => name),
    pdf: pdf === undefined ? undefined : nameOf(pdf),
    files: files.map(({ part, path, width, height }) => ({ part, file: nameOf(path), width, height })),
  }
}

/** An item of a package that is printed, as a line of its own. */
export function printOfPiece(
  { uuid, quantity, minimumQuantity }: ChosenPackage,
  piece: ChosenPiece,
): ChosenPrint | null {
  const { design, template, subject, product } = piece
  if (!design || !template) return null
  const { name, version } = template
  return {
    kind: 'print',
    uuid,
    product,
    quantity,
    minimumQuantity,
    linePrice: 0,
    runs: [],
    subProducts: [],
    subject: subject?.uuid ?? null,
    subjects: subject ? [{ uuid: subject.uuid, name: subject.name }] : [],
    template: { uuid: template.uuid, version, name },
    ...design,
  }
}

/** A catalogue of a package on the sheet. */
export function sheetPieceCatalogue(position: string, { uuid, quantity }: ChosenPackage, piece: ChosenPiece) {
  return {
    position,
    line: uuid,
    copies: quantity,
    product: piece.name,
    catalogue: piece.catalogue?.uuid,
    group: piece.subject?.group,
    subjects: piece.subject ? [piece.subject.name] : [],
  }
}

/** A catalogue on the sheet: there is no file of it, it is laid to the order. */
export function sheetCatalogue(position: number, { uuid, quantity, product, catalogue, subjects }: ChosenCatalogue) {
  return {
    position,
    line: uuid,
    copies: quantity,
    product: product.name,
    catalogue: catalogue.uuid,
    group: catalogue.group,
    subjects: subjects.map(({ name }) => name),
  }
}

function nameOf(path: string): string | undefined {
  return path.split(/[/\\]/).at(-1)
}

/** The JSON sheet that lies beside the print files of an order. */
export function sheetOf(provider: Provider, { _id, confirmTime, content }: StoredOrder, lines: unknown[]) {
  const { delivery, contact, comment } = content
  return {
    order: orderReference(_id),
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
