import {
  blur,
  type Cells,
  type Colour,
  cellsOf,
  distancesToMarked,
  fillUnknownCells,
  LENGTH_IN_CELLS,
  lerpRow,
} from './keyingCells.ts'

/** An RGB picture, row by row. */
export type Shot = { width: number; height: number; pixels: Uint8Array }

/** How far from the screen its colour may be mixed into others, as a share of the long edge. */
const REACH = 0.022
/** A colour this far from the screen's, as a share of its length, does not belong to the screen. */
const SCREEN_TOLERANCE = 0.2
/** The light changes by less than this from one cell of the screen to the next. */
const STEP = 0.1
/** If less than this share of the top and the sides is green, there is no screen. */
const MIN_BORDER = 0.25
const TRUST_IN_LIGHT = 0.85
/** Thresholds for a cell that is green enough to be a screen. */
const GREEN = { excess: 36, share: 0.28 }

/**
 * Removes the green screen from a photograph. Returns RGBA with straight colours: the screen is transparent, pixels mixed with it
 * (hair, soft edges) are as opaque as the person covers them, and green light on people's edges is removed. Null if there is no
 * green screen along the top and the sides. Green that does not touch the screen, such as a shirt, stays. The screen's light may
 * be uneven: the empty screen at each place is estimated from the screen around it.
 */
export function keyOut(shot: Shot): Uint8ClampedArray | null {
  const cells = cellsOf(shot)
  const key = keyColour(cells)
  if (!key) return null
  const screen = screenCells(cells, key)
  const apart = distancesToMarked(screen, cells)
  const inside = distancesToMarked(
    screen.map((is) => 1 - is),
    cells,
  )
  const reach = REACH * LENGTH_IN_CELLS
  const plate = plateOf(cells, inside)
  const person = fillUnknownCells(
    cells,
    (at) => (apart[at] as number) > reach / 2 && isPerson(cells, plate, at, apart[at] as number, reach),
  )
  return unmixAll(shot, { cells, plate, person, apart, inside, reach, noise: noiseOf(shot, cells, plate, inside) })
}

/** By how much green exceeds the other colours. */
function excess(red: number, green: number, blue: number): number {
  return green - Math.max(red, blue)
}

/** The screen's colour: the median of the green along the top and the sides. */
function keyColour({ width, height, colours }: Cells): Colour | null {
  const band = Math.max(2, Math.round(LENGTH_IN_CELLS * 0.02))
  const found: Colour[] = []
  let seen = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // people cover the lower part of the sides
      const isBorder = y < band || (y < height * 0.7 && (x < band || x >= width - band))
      if (!isBorder) continue
      seen++
      const at = (y * width + x) * 3
      const colour: Colour = [colours[at] as number, colours[at + 1] as number, colours[at + 2] as number]
      const over = excess(...colour)
      if (over > GREEN.excess && over > colour[1] * GREEN.share) found.push(colour)
    }
  }
  if (found.length < seen * MIN_BORDER) return null
  const middle = (channel: number) =>
    found.map((colour) => colour[channel] as number).sort((a, b) => a - b)[found.length >> 1] as number
  return [middle(0), middle(1), middle(2)]
}

/**
 * 1 for each cell that shows only the screen: it has the screen's colour, or is reached from such a cell by small steps of light.
 */
function screenCells(cells: Cells, key: Colour): Uint8Array {
  const { width, height, colours } = cells
  const screen = new Uint8Array(width * height)
  const open: number[] = []
  const take = (at: number) => {
    if (screen[at]) return
    screen[at] = 1
    open.push(at)
  }
  for (let at = 0; at < screen.length; at++) if (isAlike(colours, at, key, 0, SCREEN_TOLERANCE)) take(at)
  grow()
  // In very uneven light, the screen between arm and body resembles its surroundings, not the median.
  const plate = fillUnknownCells(cells, (at) => screen[at] === 1)
  for (let at = 0; at < screen.length; at++) if (isAlike(colours, at, plate, at, STEP * 1.5)) take(at)
  grow()
  return screen

  function grow(): void {
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      const x = from % width
      if (x > 0) reach(from, from - 1)
      if (x < width - 1) reach(from, from + 1)
      if (from >= width) reach(from, from - width)
      if (from < screen.length - width) reach(from, from + width)
    }
  }
  function reach(from: number, at: number): void {
    if (screen[at]) return
    const green = colours[at * 3 + 1] as number
    const over = excess(colours[at * 3] as number, green, colours[at * 3 + 2] as number)
    if (over > green * GREEN.share && isAlike(colours, at, colours, from, STEP)) take(at)
  }
}

/** Whether the colours at two places differ by less than this share of their length. */
function isAlike(colours: Float32Array, at: number, others: ArrayLike<number>, other: number, share: number): boolean {
  let off = 0
  let length = 0
  for (let channel = 0; channel < 3; channel++) {
    const value = others[other * 3 + channel] as number
    off += ((colours[at * 3 + channel] as number) - value) ** 2
    length += value ** 2
  }
  return off < length * share ** 2
}

/** The empty screen, estimated from cells well inside it, without those that single hairs cross. */
function plateOf(cells: Cells, inside: Float32Array): Float32Array {
  const { colours } = cells
  const isDeep = (at: number) => (inside[at] as number) > 2
  const first = blur(cells, fillUnknownCells(cells, isDeep))
  const over = (of: Float32Array, at: number) =>
    excess(of[at * 3] as number, of[at * 3 + 1] as number, of[at * 3 + 2] as number)
  return fillUnknownCells(cells, (at) => isDeep(at) && over(colours, at) > over(first, at) * 0.97)
}

/**
 * Whether a cell shows nothing of the screen: green does not exceed the other colours, or it is too far from the screen to be
 * mixed with it.
 */
function isPerson({ colours }: Cells, plate: Float32Array, at: number, apart: number, reach: number): boolean {
  if (apart === 0) return false
  if (apart > reach) return true
  const place = at * 3
  const here = excess(colours[place] as number, colours[place + 1] as number, colours[place + 2] as number)
  return here < 0.05 * excess(plate[place] as number, plate[place + 1] as number, plate[place + 2] as number)
}

/** By how much the screen's own pixels deviate from the estimate, as a share. */
function noiseOf({ width, pixels }: Shot, cells: Cells, plate: Float32Array, inside: Float32Array): number {
  const off: number[] = []
  for (let cell = 0; cell < inside.length; cell += 3) {
    if ((inside[cell] as number) < 3) continue
    const x = Math.floor(((cell % cells.width) + 0.5) * cells.stepX)
    const y = Math.floor((Math.floor(cell / cells.width) + 0.5) * cells.stepY)
    const at = (y * width + x) * 3
    const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
    const [kr, kg, kb] = [...plate.subarray(cell * 3, cell * 3 + 3)] as [number, number, number]
    off.push(Math.max(0, 1 - excess(r, g, b) / excess(kr, kg, kb)))
  }
  off.sort((a, b) => a - b)
  return off[Math.floor(off.length * 0.98)] ?? 0
}

type KeyingPlan = {
  cells: Cells
  /** The estimated colour of the empty screen at each cell. */
  plate: Float32Array
  /** The estimated colour of a person at each cell. */
  person: Float32Array
  /** Distance in cells to the nearest one that shows only the screen. */
  apart: Float32Array
  /** Distance in cells to the nearest one that shows something else. */
  inside: Float32Array
  reach: number
  noise: number
}

/** The surroundings of one pixel: the colours of the screen and of the people there, and how near the screen is (1 next to it). */
type PixelSurroundings = { screen: Float32Array; person: Float32Array; nearness: number }

function unmixAll({ width, height, pixels }: Shot, known: KeyingPlan): Uint8ClampedArray {
  const { cells, plate, person, apart, inside, reach } = known
  const out = new Uint8ClampedArray(width * height * 4)
  const faint = Math.max(0.05, Math.min(0.22, known.noise))
  const plateRow = new Float32Array(cells.width * 3)
  const personRow = new Float32Array(cells.width * 3)
  const columns = columnsOf(width, cells)
  const place: PixelSurroundings = { screen: new Float32Array(3), person: new Float32Array(3), nearness: 1 }
  for (let y = 0; y < height; y++) {
    const row = Math.min(cells.height - 1, Math.floor(y / cells.stepY)) * cells.width
    lerpRow(cells, plate, y, plateRow)
    lerpRow(cells, person, y, personRow)
    for (let x = 0, from = y * width * 3, to = y * width * 4; x < width; x++, from += 3, to += 4) {
      const cell = row + Math.min(cells.width - 1, (x / cells.stepX) | 0)
      // Skips pixels deep inside the screen and leaves those far from it unchanged.
      if ((inside[cell] as number) > reach) continue
      const distance = apart[cell] as number
      if (distance > reach) {
        out[to] = pixels[from] as number
        out[to + 1] = pixels[from + 1] as number
        out[to + 2] = pixels[from + 2] as number
        out[to + 3] = 255
        continue
      }
      interpolate(plateRow, columns, x, place.screen)
      interpolate(personRow, columns, x, place.person)
      place.nearness = distance < reach / 2 ? 1 : 2 - (2 * distance) / reach
      unmix(pixels, from, place, faint, out, to)
    }
  }
  return out
}

/** Unmixes one pixel: how much of it the person covers, and the person's own colour without the screen's light. */
function unmix(
  pixels: Uint8Array,
  from: number,
  place: PixelSurroundings,
  faint: number,
  out: Uint8ClampedArray,
  to: number,
) {
  const { screen, person } = place
  const [kr, kg, kb] = [screen[0] as number, screen[1] as number, screen[2] as number]
  const [pr, pg, pb] = [person[0] as number, person[1] as number, person[2] as number]
  let red = pixels[from] as number
  let green = pixels[from + 1] as number
  let blue = pixels[from + 2] as number
  const full = excess(kr, kg, kb)
  // A person in green next to the screen must not become half transparent.
  const own = Math.min(full * 0.6, Math.max(0, excess(pr, pg, pb)))
  let covered = ((full - excess(red, green, blue)) / (full - own) - faint) / (1 - faint - 0.03)
  if (!(covered > 0)) return
  if (covered < 1) covered += hairCover(covered, luma(red, green, blue), luma(kr, kg, kb), luma(pr, pg, pb), faint)
  const alpha = Math.min(1, covered)
  if (alpha < 1) {
    // Where little of the person shows, takes the colour from where more does.
    const trust = Math.min(1, alpha * 2)
    red = trust * ((red - (1 - alpha) * kr) / alpha) + (1 - trust) * pr
    green = trust * ((green - (1 - alpha) * kg) / alpha) + (1 - trust) * pg
    blue = trust * ((blue - (1 - alpha) * kb) / alpha) + (1 - trust) * pb
  }
  // Removes the screen's light from an edge: it gets no greener than the person is further in.
  const limit = (red + blue) / 2 + Math.max(0, pg - (pr + pb) / 2)
  if (green > limit) green -= (green - limit) * (alpha < 1 ? 1 : place.nearness)
  out[to] = red
  out[to + 1] = green
  out[to + 2] = blue
  out[to + 3] = alpha * 255
}

function luma(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/**
 * The coverage of a single hair beyond what its colour shows: JPEG stores colours at half the size but brightness in full. This
 * works only where the person is much darker or lighter than the screen.
 */
function hairCover(covered: number, seen: number, screen: number, person: number, faint: number): number {
  const range = screen - person
  if (Math.abs(range) < 0.3 * screen) return 0
  const more = ((screen - seen) / range - faint) / (1 - faint) - covered
  return more > 0 ? more * TRUST_IN_LIGHT * Math.min(1, covered / 0.12) : 0
}

/** For each column of the picture, the cell whose middle is to its left, and the distance to the next one. */
type Columns = { cells: Int32Array; shares: Float32Array }

function columnsOf(width: number, { width: across, stepX }: Cells): Columns {
  const columns: Columns = { cells: new Int32Array(width), shares: new Float32Array(width) }
  for (let x = 0; x < width; x++) {
    const place = Math.max(0, Math.min(across - 1.001, (x + 0.5) / stepX - 0.5))
    columns.cells[x] = Math.floor(place)
    columns.shares[x] = place % 1
  }
  return columns
}

function interpolate(row: Float32Array, { cells, shares }: Columns, x: number, colour: Float32Array): void {
  const at = (cells[x] as number) * 3
  const share = shares[x] as number
  for (let channel = 0; channel < 3; channel++) {
    const value = row[at + channel] as number
    colour[channel] = value + ((row[at + channel + 3] as number) - value) * share
  }
}
