import { outlineText } from '../imaging/derivatives/textOutline.ts'
import type { Backdrop } from './backdrop.ts'
import type { Looks, Pose } from './figure.ts'
import type { Child } from './people.ts'
import type { PlacedPerson, Scenery } from './picture.ts'

/** How a photographer arranges children in front of the camera. */

const canvas = (light: string, dark: string): Backdrop => ({ kind: 'canvas', light, dark })

/** The backdrops that hang in the studio. */
export const BACKDROPS = {
  slate: canvas('#a9bbc9', '#43566a'),
  sand: canvas('#e3d2b4', '#8d7048'),
  sage: canvas('#c3cdae', '#586850'),
  plum: canvas('#d2c0cb', '#655062'),
  fjord: canvas('#c3d2d6', '#2f5560'),
  stone: canvas('#d9d9d4', '#6d7273'),
  green: { kind: 'green' },
} as const satisfies Record<string, Backdrop>

type Shot = { pose: Pose; scale: number; x: number; bottom: number }

/** In order, as in a real sitting: serious enough for grandmother first, then laughing. */
export const SHOTS: readonly Shot[] = [
  { pose: { eyes: 'happy', mouth: 'smile', brows: 'neutral', tilt: -2, lean: 0 }, scale: 2.1, x: 800, bottom: 2030 },
  { pose: { eyes: 'happy', mouth: 'laugh', brows: 'happy', tilt: 4, lean: 2 }, scale: 2.2, x: 780, bottom: 2070 },
  { pose: { eyes: 'bow', mouth: 'laugh', brows: 'happy', tilt: -6, lean: -3 }, scale: 2.05, x: 840, bottom: 2060 },
  {
    pose: { eyes: 'wink', mouth: 'smile', brows: 'raised', tilt: 5, lean: 0, mirrored: true },
    scale: 2.15,
    x: 800,
    bottom: 2040,
  },
  {
    pose: { eyes: 'happy', mouth: 'laugh', brows: 'raised', tilt: -3, lean: 4, mirrored: true },
    scale: 2.5,
    x: 830,
    bottom: 2200,
  },
]

/** A portrait, 1600 x 2000. */
export function portrait(looks: Looks, shot: number, backdrop: Backdrop): Scenery {
  const { pose, ...placed } = SHOTS[shot % SHOTS.length] as Shot
  return { width: 1600, height: 2000, backdrop, people: [{ looks, pose, ...placed }] }
}

/** Two children cheek to cheek, 2000 x 1600, the taller one behind. */
export function together(taller: Looks, smaller: Looks, backdrop: Backdrop): Scenery {
  const behind: Pose = { eyes: 'happy', mouth: 'laugh', brows: 'happy', tilt: 5, lean: 2 }
  const before: Pose = { eyes: 'happy', mouth: 'laugh', brows: 'happy', tilt: -6, lean: -2 }
  return {
    width: 2000,
    height: 1600,
    backdrop,
    people: [
      { looks: taller, pose: behind, x: 640, bottom: 1610, scale: 1.86 },
      { looks: smaller, pose: before, x: 1340, bottom: 1690, scale: 1.7 },
    ],
  }
}

/** A class in two rows, each child in the gap between two others, with its name on a slate, 2400 x 1600. */
export async function classPicture(children: readonly Child[], title: string, backdrop: Backdrop): Promise<Scenery> {
  const front = Math.ceil(children.length / 2)
  const rows = [children.slice(front), children.slice(0, front)]
  const step = Math.min(590, 2360 / front)
  const shift = rows[0]?.length === front ? step / 4 : 0
  const people = rows.flatMap((row, rowAt) =>
    row.map(({ looks }, at): PlacedPerson => {
      const pose: Pose = {
        eyes: (at + rowAt) % 3 === 1 ? 'bow' : 'happy',
        mouth: (at + rowAt) % 4 === 2 ? 'smile' : 'laugh',
        brows: at % 2 === 0 ? 'happy' : 'raised',
        tilt: [-4, 2, 5, -2][(at + rowAt) % 4] as number,
        lean: 0,
        mirrored: (at + rowAt) % 2 === 1,
      }
      const jitter = [0, 22, -14, 16][(at + rowAt) % 4] as number
      const x = 1200 + (at - (row.length - 1) / 2) * step + (rowAt === 0 ? shift : -shift)
      return { looks, pose, x, bottom: (rowAt === 0 ? 1190 : 1625) + jitter, scale: rowAt === 0 ? 1.06 : 1.12 }
    }),
  )
  return { width: 2400, height: 1600, backdrop, people, front: await slate(title) }
}

/** The little board that the photographer places in front of every class. */
async function slate(title: string): Promise<string> {
  const { d, advance } = await outlineText(title)
  const size = Math.min(92, 300 / advance)
  const width = Math.max(220, advance * size + 110)
  return `<g transform="translate(1200 1496)"><rect x="${-width / 2 - 12}" y="-78" width="${width + 24}" height="170" rx="12" fill="#7b5a3a"/><rect x="${-width / 2}" y="-66" width="${width}" height="146" rx="6" fill="#26302c"/><path transform="translate(${(-advance * size) / 2} ${size * 0.4}) scale(${size})" d="${d}" fill="#f3efe4"/></g>`
}
