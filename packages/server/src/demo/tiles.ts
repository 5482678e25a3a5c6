import { drawFigure, FIGURE_DEFS, type Looks, type Pose } from './figure.ts'
import { fjellgata, mapleGrove } from './people.ts'

/** The pictures of the overview: the products of the shop on a table, with two of its children. */

type Colours = { wall: [string, string]; table: [string, string]; warm: string; deep: string; light: string }

/** The children and the colours in a shop's pictures. */
export const SHOPS: Record<string, { children: readonly [Looks, Looks]; colours: Colours }> = {
  brightside: {
    children: [mapleGrove[0]?.looks as Looks, mapleGrove[2]?.looks as Looks],
    colours: {
      wall: ['#fbf0dc', '#f2dcb8'],
      table: ['#e2bd8a', '#cf9f66'],
      warm: '#e9a23b',
      deep: '#8a5a2b',
      light: '#fffaf0',
    },
  },
  nordlys: {
    children: [fjellgata[0]?.looks as Looks, fjellgata[1]?.looks as Looks],
    colours: {
      wall: ['#e6eef0', '#c9dadd'],
      table: ['#b9c9cb', '#93abaf'],
      warm: '#3d7f86',
      deep: '#1f4c54',
      light: '#f8fbfb',
    },
  },
}

const happy: Pose = { eyes: 'happy', mouth: 'laugh', brows: 'happy', tilt: -3, lean: 0 }

/** A child in front of a soft wall, as a picture of this size. */
export function picture(
  id: string,
  looks: Looks,
  width: number,
  height: number,
  [light, dark]: readonly [string, string],
): string {
  const scale = ((width + height) / 2 / 830) * 0.98
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><radialGradient id="${id}" cx=".4" cy=".3" r=".9"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#${id})"/><g transform="translate(${width / 2 - 384 * scale} ${height + 30 - 830 * scale}) scale(${scale})">${drawFigure(looks, happy)}</g></svg>`
}

/** An object on the table: slightly rotated, with its shadow. */
export function drawOnTable(
  x: number,
  y: number,
  turn: number,
  width: number,
  height: number,
  inner: string,
  radius = 4,
): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="6" y="22" width="${width}" height="${height}" rx="${radius + 6}" fill="#2a1d0c" opacity=".3" filter="url(#soft)"/><rect width="${width}" height="${height}" rx="${radius}" fill="#fff"/>${inner}</g>`
}

/** A wall and a table, with the objects in front of them. */
export function room({ wall, table }: Colours, inner: string, horizon = 520, width = 1200): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 2) / 3}" viewBox="0 0 1200 800"><defs>${FIGURE_DEFS}
<linearGradient id="wall" x2="0" y2="1"><stop offset="0" stop-color="${wall[0]}"/><stop offset="1" stop-color="${wall[1]}"/></linearGradient>
<linearGradient id="table" x2="0" y2="1"><stop offset="0" stop-color="${table[0]}"/><stop offset="1" stop-color="${table[1]}"/></linearGradient>
<linearGradient id="round" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".26"/><stop offset=".22" stop-color="#fff" stop-opacity=".22"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>
<radialGradient id="lamp" cx=".28" cy=".12" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="16"/></filter></defs>
<rect width="1200" height="800" fill="url(#wall)"/><rect y="${horizon}" width="1200" height="${800 - horizon}" fill="url(#table)"/><rect width="1200" height="800" fill="url(#lamp)"/>${inner}</svg>`
}

/** The tiles of a shop as SVG, by the names in its categories. */
export function drawTiles(provider: string): Record<string, string> {
  const { children, colours } = SHOPS[provider] ?? (SHOPS.brightside as (typeof SHOPS)[string])
  const [one, other] = children
  const { warm, deep, light } = colours
  const soft = [light, warm] as const
  const cool = [light, deep] as const
  const at = (x: number, y: number, inner: string) => `<g transform="translate(${x} ${y})">${inner}</g>`
  const lines = (width: number, count: number, colour: string) =>
    Array.from(
      { length: count },
      (_, line) =>
        `<rect x="${(width - width * (line ? 0.42 : 0.6)) / 2}" y="${line * 30}" width="${width * (line ? 0.42 : 0.6)}" height="${line ? 9 : 14}" rx="5" fill="${colour}"/>`,
    ).join('')

  const cards = room(
    colours,
    drawOnTable(
      650,
      130,
      7,
      350,
      490,
      at(24, 24, picture('c2', other, 302, 340, cool)) + at(0, 396, lines(350, 2, deep)),
    ) +
      drawOnTable(
        215,
        165,
        -8,
        430,
        430,
        at(28, 28, picture('c1', one, 374, 300, soft)) + at(0, 356, lines(430, 2, warm)),
      ),
    0,
  )
  const days = Array.from({ length: 35 }, (_, day) => {
    const [x, y] = [44 + (day % 7) * 56, 392 + Math.floor(day / 7) * 32]
    const isMarked = day === 17
    return `<rect x="${x}" y="${y}" width="${isMarked ? 34 : 22}" height="${isMarked ? 22 : 10}" rx="${isMarked ? 11 : 5}" fill="${isMarked ? warm : day % 7 > 4 ? deep : '#c9c4bb'}" opacity="${day < 2 ? 0 : 0.85}"/>`
  }).join('')
  const rings = Array.from(
    { length: 22 },
    (_, ring) => `<rect x="${34 + ring * 18.4}" y="-9" width="7" height="20" rx="3.5" fill="#7d766c"/>`,
  ).join('')
  const calendar = room(
    colours,
    `<path d="M600 60l-70 52h140z" fill="none" stroke="#7d766c" stroke-width="4"/>${drawOnTable(375, 112, 0, 450, 570, picture('k1', one, 450, 350, soft) + days + rings)}`,
    730,
  )
  const mug = (x: number, y: number, id: string, looks: Looks, ground: readonly [string, string]) =>
    `<g transform="translate(${x} ${y})"><ellipse cx="170" cy="392" rx="210" ry="30" fill="#2a1d0c" opacity=".3" filter="url(#soft)"/><path d="M302 96c120-30 150 190 0 176" fill="none" stroke="#f6f2ea" stroke-width="34"/><path d="M302 96c120-30 150 190 0 176" fill="none" stroke="#000" stroke-opacity=".12" stroke-width="6"/><clipPath id="${id}-cup"><path d="M0 16Q160 46 320 16V350Q318 392 272 396Q160 412 48 396Q2 392 0 350Z"/></clipPath><g clip-path="url(#${id}-cup)"><rect width="320" height="420" fill="#fdfbf7"/>${at(40, 62, picture(id, looks, 240, 280, ground))}<rect width="320" height="420" fill="url(#round)"/></g><ellipse cx="160" cy="18" rx="160" ry="25" fill="#fffdf9"/><ellipse cx="160" cy="20" rx="146" ry="19" fill="#d8cfc0"/><ellipse cx="160" cy="26" rx="132" ry="13" fill="#5a3a22"/></g>`
  const mugs = room(colours, mug(210, 250, 'm1', one, soft) + mug(640, 290, 'm2', other, cool), 470)
  const home = room(
    colours,
    `<g transform="translate(190 70)"><rect x="8" y="22" width="330" height="420" fill="#2a1d0c" opacity=".3" filter="url(#soft)"/><rect width="330" height="420" fill="${deep}"/><rect x="18" y="18" width="294" height="384" fill="#fffdf9"/>${at(58, 62, picture('h1', one, 214, 290, soft))}</g>
<path d="M0 640Q0 560 90 560H1110Q1200 560 1200 640V800H0Z" fill="${warm}"/><path d="M0 690H1200V800H0Z" fill="${deep}" opacity=".22"/><g transform="translate(690 318) rotate(9)"><path d="M14 46Q170 0 336 40Q366 190 334 350Q170 384 12 344Q-16 190 14 46Z" transform="translate(8 26)" fill="#2a1d0c" opacity=".34" filter="url(#soft)"/><clipPath id="pillow"><path d="M14 16Q170 44 336 12Q316 180 338 344Q170 316 10 346Q36 180 14 16Z"/></clipPath><g clip-path="url(#pillow)"><rect width="350" height="360" fill="${light}"/>${at(40, 40, picture('h2', other, 270, 280, cool))}<rect width="350" height="360" fill="url(#round)" opacity=".6"/></g></g>`,
    760,
  )
  const grid = (size: number, across: number, down: number) => {
    const knob = (x: number, y: number, isAcross: boolean, isOut: boolean) => {
      const bend = (isOut ? 1 : -1) * size * 0.2
      return isAcross
        ? `M${x} ${y}h${size * 0.36}c-${size * 0.1} ${-bend} ${size * 0.38} ${-bend} ${size * 0.28} 0h${size * 0.36}`
        : `M${x} ${y}v${size * 0.36}c${-bend} -${size * 0.1} ${-bend} ${size * 0.38} 0 ${size * 0.28}v${size * 0.36}`
    }
    const cells = Array.from(
      { length: across * down },
      (_, cell) => [cell % across, Math.floor(cell / across)] as const,
    )
    return cells
      .map(
        ([x, y]) =>
          (y ? knob(x * size, y * size, true, (x + y) % 2 === 0) : '') +
          (x ? knob(x * size, y * size, false, (x + y) % 2 === 1) : ''),
      )
      .join('')
  }
  const puzzle = (id: string, looks: Looks, ground: readonly [string, string]) =>
    `${picture(id, looks, 640, 480, ground)}<path d="${grid(80, 8, 6)}" fill="none" stroke="#20160a" stroke-opacity=".42" stroke-width="3"/><path d="${grid(80, 8, 6)}" transform="translate(1.5 2)" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.5"/>`
  const play = room(
    colours,
    drawOnTable(250, 130, -4, 640, 480, puzzle('p1', other, soft), 10) +
      drawOnTable(
        930,
        560,
        24,
        92,
        84,
        `<rect width="92" height="84" rx="8" fill="${warm}"/><circle cx="92" cy="42" r="17" fill="${warm}"/>`,
        8,
      ),
    0,
  )
  const screen = (id: string, looks: Looks, width: number, height: number, ground: readonly [string, string]) =>
    `<rect width="${width}" height="${height}" rx="34" fill="#25211c"/><clipPath id="${id}-screen"><rect x="20" y="20" width="${width - 40}" height="${height - 40}" rx="18"/></clipPath><g clip-path="url(#${id}-screen)">${at(20, 20, picture(id, looks, width - 40, height - 40, ground))}</g>`
  const digitalprint = room(
    colours,
    drawOnTable(190, 150, -5, 560, 430, screen('d1', one, 560, 430, soft), 34) +
      drawOnTable(790, 210, 8, 250, 460, screen('d2', other, 250, 460, cool), 34),
    0,
  )
  // An open book with the class on its pages, and a closed one next to it.
  const faces = (id: string) =>
    Array.from({ length: 6 }, (_, face) => {
      const [looks, ground] = face % 2 ? [other, cool] : ([one, soft] as const)
      const [x, y] = [44 + (face % 3) * 100, 60 + Math.floor(face / 3) * 150]
      return at(x, y, picture(`${id}${face}`, looks, 84, 104, ground))
    }).join('')
  const page = (x: number, inner: string) =>
    `<g transform="translate(${x} 0)"><rect width="370" height="400" rx="4" fill="#fffdf8"/>${inner}</g>`
  const catalogues = room(
    colours,
    `<g transform="translate(120 170) rotate(-4)"><rect x="4" y="26" width="752" height="404" rx="10" fill="#2a1d0c" opacity=".32" filter="url(#soft)"/><rect x="-10" y="-10" width="772" height="424" rx="10" fill="${deep}"/>${page(4, at(30, 30, picture('b1', one, 310, 250, soft)) + at(0, 312, lines(370, 2, warm)))}${page(378, faces('b2'))}<rect x="340" width="72" height="400" fill="url(#round)" opacity=".5"/></g>${drawOnTable(890, 330, 14, 230, 310, `<rect width="230" height="310" rx="6" fill="${warm}"/><rect width="26" height="310" rx="6" fill="${deep}" opacity=".5"/>${at(10, 110, lines(230, 2, light))}`, 6)}`,
    0,
  )
  return { cards, calendar, mugs, home, play, digitalprint, catalogues }
}
