import { drawOnTable, picture, room, SHOPS } from './tiles.ts'

/** A card on the offers page is not larger, and half the pixels take half the time to draw. */
const WIDTH = 840

/** The pictures of the packages: their content, on the same table as the tiles of the overview. */
export function drawPackages(provider: string): Record<string, string> {
  const { children, colours } = SHOPS[provider] ?? (SHOPS.brightside as (typeof SHOPS)[string])
  const [one, other] = children
  const { warm, deep, light } = colours
  const [soft, cool] = [[light, warm] as const, [light, deep] as const]
  const at = (x: number, y: number, inner: string) => `<g transform="translate(${x} ${y})">${inner}</g>`
  const words = (width: number, y: number, colour: string) =>
    `<rect x="${width * 0.2}" y="${y}" width="${width * 0.6}" height="12" rx="6" fill="${colour}"/><rect x="${width * 0.3}" y="${y + 24}" width="${width * 0.4}" height="8" rx="4" fill="${colour}"/>`
  const card = (id: string, x: number, y: number, turn: number, looks: typeof one, ground: readonly [string, string]) =>
    drawOnTable(x, y, turn, 270, 290, at(18, 18, picture(id, looks, 234, 196, ground)) + words(270, 232, deep))
  const frame = `<rect x="8" y="22" width="330" height="420" fill="#2a1d0c" opacity=".3" filter="url(#soft)"/><rect width="330" height="420" fill="${deep}"/><rect x="18" y="18" width="294" height="384" fill="#fffdf9"/>${at(58, 62, picture('f1', one, 214, 290, soft))}`
  const days = Array.from({ length: 28 }, (_, day) => {
    const [x, y] = [34 + (day % 7) * 48, 318 + Math.floor(day / 7) * 30]
    return `<rect x="${x}" y="${y}" width="22" height="10" rx="5" fill="${day === 12 ? warm : '#c9c4bb'}"/>`
  }).join('')
  const seams = [1, 2, 3, 4].map((cell) => `M${cell * 92} 0V345M0 ${cell * 69}H460`).join('')
  return {
    grandparents: room(
      colours,
      at(150, 60, frame) + card('g1', 560, 330, -6, one, cool) + card('g2', 850, 300, 8, other, soft),
      540,
      WIDTH,
    ),
    year: room(
      colours,
      drawOnTable(150, 90, -3, 400, 460, picture('y1', one, 400, 290, soft) + days) +
        drawOnTable(
          650,
          150,
          6,
          360,
          470,
          `<rect width="360" height="470" rx="6" fill="${deep}"/>${at(60, 70, picture('y2', other, 240, 240, cool))}${at(0, 350, words(360, 0, light))}`,
          6,
        ) +
        card('y3', 470, 440, -9, other, soft),
      0,
      WIDTH,
    ),
    winter: room(
      colours,
      drawOnTable(
        150,
        140,
        -4,
        460,
        345,
        `${picture('w1', other, 460, 345, cool)}<path d="${seams}" fill="none" stroke="#20160a" stroke-opacity=".4" stroke-width="3"/>`,
        10,
      ) +
        card('w2', 660, 120, 7, one, cool) +
        card('w3', 600, 430, -5, other, cool),
      0,
      WIDTH,
    ),
  }
}
