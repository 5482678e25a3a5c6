import { createAvatar } from '@dicebear/core'
import * as toonHead from '@dicebear/toon-head'

/** A child's appearance in all its pictures. */
export type Looks = {
  hair: 'sideComed' | 'undercut' | 'spiky' | 'bun'
  rearHair: 'longStraight' | 'longWavy' | 'shoulderHigh' | 'neckHigh' | null
  hairColour: string
  skin: string
  clothes: 'turtleNeck' | 'openJacket' | 'dress' | 'shirt' | 'tShirt'
  clothesColour: string
  extras?: readonly ('glasses' | 'freckles' | 'bow')[]
}

/** The child's current pose. Angles in degrees, clockwise. */
export type Pose = {
  eyes: 'happy' | 'bow' | 'wink' | 'wide'
  mouth: 'laugh' | 'smile'
  brows: 'happy' | 'raised' | 'neutral'
  /** The rotation of the head. */
  tilt: number
  /** The rotation of the whole person. */
  lean: number
  mirrored?: boolean
}

/** The units of the drawing: the chest runs out of its lower edge, and is continued for people who stand further back. */
export const FIGURE = { width: 768, height: 830 }

/** The position of the face in the drawing, with the head straight. */
export const FIGURE_FACE = { x: 232, y: 262, width: 304, height: 328 }

const NECK = '384 590'
const NOTHING = { head: [], body: [], clothes: [], eyes: [], mouth: [], eyebrows: [], hair: [], rearHair: [] }

/**
 * A child as an SVG group, in the units of the drawing. The artwork is ToonHead by Johan Melin (CC BY 4.0); body and head are
 * drawn separately, so that a head can be tilted.
 */
export function drawFigure(looks: Looks, pose: Pose): string {
  const part = (options: object) => {
    const svg = createAvatar(toonHead, {
      ...NOTHING,
      seed: 'portrait',
      beardProbability: 0,
      hairProbability: 0,
      rearHairProbability: 0,
      hairColor: [looks.hairColour],
      skinColor: [looks.skin],
      clothesColor: [looks.clothesColour],
      ...options,
    } as Parameters<typeof createAvatar<toonHead.Options>>[1]).toString()
    // Without the frame: it cuts off shoulders and buns, and costs a whole layer of the picture each time.
    return svg
      .replace(/<metadata[\s\S]*?<\/metadata>|<mask id="viewboxMask">[\s\S]*?<\/mask>| mask="url\(#viewboxMask\)"/g, '')
      .replace(/^<svg[^>]*>|<\/svg>$/g, '')
  }
  const rear = looks.rearHair ? part({ rearHair: [looks.rearHair], rearHairProbability: 100 }) : ''
  const body = part({ body: ['body'], clothes: [looks.clothes] })
  const face = part({ head: ['head'], eyes: [pose.eyes], mouth: [pose.mouth], eyebrows: [pose.brows] })
  const hair = part({ hair: [looks.hair], hairProbability: 100 })
  // A chest longer than the drawn one: the heads are large enough without scaling.
  const longer = (from: number, by: number, inner: string) =>
    `<g transform="translate(0 ${from}) scale(1 ${by}) translate(0 ${-from})">${inner}</g>`
  const tilted = (inner: string) => `<g transform="rotate(${pose.tilt} ${NECK})">${inner}</g>`
  const mirror = pose.mirrored ? ` translate(${FIGURE.width} 0) scale(-1 1)` : ''
  const head = tilted(face + cheeks(looks) + extrasOf(looks) + hair + bowOf(looks))
  return `<g transform="rotate(${pose.lean} 384 ${FIGURE.height})${mirror}">${tilted(longer(340, 1.2, rear))}${longer(600, 1.38, body)}${chest(looks)}${head}</g>`
}

/** The visible part of the people in the back row, between the heads in front of them. */
function chest({ clothes, clothesColour }: Looks): string {
  const inner = {
    openJacket: '<path d="M329 985H447V1600H329Z" fill="#000" fill-opacity=".28"/>',
  }
  return `<path d="M125 985H644V1600H125Z" fill="#${clothesColour}"/>${clothes in inner ? inner[clothes as keyof typeof inner] : ''}`
}

function cheeks({ skin }: Looks): string {
  const opacity = Number.parseInt(skin.slice(0, 2), 16) > 150 ? 1 : 0.5
  const cheek = (x: number) => `<circle cx="${x}" cy="478" r="40" fill="url(#cheek)" fill-opacity="${opacity}"/>`
  return cheek(272) + cheek(496)
}

/** Gradients that the figures refer to; once per picture. */
export const FIGURE_DEFS =
  '<radialGradient id="cheek"><stop offset="0" stop-color="#e8604f" stop-opacity=".34"/><stop offset="1" stop-color="#e8604f" stop-opacity="0"/></radialGradient>'

function extrasOf({ extras = [], skin }: Looks): string {
  const freckles = [
    [262, 452],
    [280, 462],
    [296, 450],
    [472, 450],
    [488, 462],
    [506, 452],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4"/>`)
  const glasses =
    '<g fill="#ffffff" fill-opacity=".16" stroke="#3a2f2a" stroke-width="9"><circle cx="312" cy="408" r="58"/><circle cx="456" cy="408" r="58"/></g><path d="M370 400q14-12 28 0M254 396l-34-10M514 396l34-10" fill="none" stroke="#3a2f2a" stroke-width="9" stroke-linecap="round"/>'
  return [
    extras.includes('freckles') ? `<g fill="${darker(skin)}" fill-opacity=".55">${freckles.join('')}</g>` : '',
    extras.includes('glasses') ? glasses : '',
  ].join('')
}

function bowOf({ extras = [], clothesColour }: Looks): string {
  if (!extras.includes('bow')) return ''
  return `<g transform="translate(500 196) rotate(18)" fill="#${clothesColour}" stroke="#2b1c18" stroke-width="2"><path d="M0 0C-22-38-66-40-70-8C-72 26-30 30 0 0Z"/><path d="M0 0C22-38 66-40 70-8C72 26 30 30 0 0Z"/><circle r="15"/></g>`
}

function darker(colour: string): string {
  const channels = [0, 2, 4].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.6))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
