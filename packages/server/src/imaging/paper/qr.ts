import { encode } from 'uqr'

/** A QR code as rectangles in modules, one for each dark stretch of a row, and its size without the quiet zone. */
export type QrCode = { size: number; rectangles: Array<{ x: number; y: number; width: number }> }

/** Light modules that must surround the code, see ISO/IEC 18004. */
export const QUIET_ZONE = 4

/** The QR code of an address. It stays readable with a quarter of it hidden, because letters are folded. */
export function qrCode(address: string): QrCode {
  const { data, size } = encode(address, { ecc: 'Q', border: 0 })
  const rectangles = data.flatMap((row, y) =>
    darkStretches(row).map(({ start, end }) => ({ x: start, y, width: end - start })),
  )
  return { size, rectangles }
}

function darkStretches(row: readonly boolean[]): Array<{ start: number; end: number }> {
  const stretches: Array<{ start: number; end: number }> = []
  for (const [x, dark] of row.entries()) {
    const last = stretches.at(-1)
    if (dark && last?.end === x) last.end = x + 1
    else if (dark) stretches.push({ start: x, end: x + 1 })
  }
  return stretches
}
