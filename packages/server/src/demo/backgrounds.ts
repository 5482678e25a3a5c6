import sharp from 'sharp'
import type { BackgroundDocument } from '../features/backgrounds/document.ts'
import { importBackgrounds } from '../features/backgrounds/importBackgrounds.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import { randomFrom } from './backdrop.ts'
import { drawPicture } from './picture.ts'
import { BACKDROPS } from './scenes.ts'

/**
 * The backgrounds for the club's players, in the form in which a photographer delivers them: a list, with drawn pictures next
 * to it.
 */

const WIDTH = 800
const HEIGHT = 1000
/** Places are out of focus: they are drawn small, blurred and enlarged. */
const SHRINK = 2

type DrawnBackground = () => Promise<Buffer>

const canvas = (backdrop: keyof typeof BACKDROPS): DrawnBackground => {
  return () => drawPicture({ width: WIDTH, height: HEIGHT, backdrop: BACKDROPS[backdrop], people: [] })
}

const place = (draw: () => string, blur: number): DrawnBackground => {
  return async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH / SHRINK}" height="${HEIGHT / SHRINK}" viewBox="0 0 640 800">${draw()}</svg>`
    const small = await sharp(Buffer.from(svg)).flatten().blur(blur).raw().toBuffer()
    return sharp(small, { raw: { width: WIDTH / SHRINK, height: HEIGHT / SHRINK, channels: 3 } })
      .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
      .jpeg({ quality: 88 })
      .toBuffer()
  }
}

const sky = (id: string, ...colours: string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${colours.map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient>`

/** Discs of light, like leaves and lamps far in the background. */
function discs(seed: number, count: number, colours: readonly string[], top: number, bottom: number): string {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const [x, y, r] = [random() * 640, top + random() * (bottom - top), 8 + random() * 34]
    const colour = colours[Math.floor(random() * colours.length)]
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="${colour}" opacity="${(0.25 + random() * 0.45).toFixed(2)}"/>`
  }).join('')
}

/** A floor that runs to the horizon in stripes of two colours. */
function stripes(horizon: number, one: string, other: string): string {
  const lines = Array.from({ length: 14 }, (_, at) => {
    const [from, to] = [at - 7, at - 6]
    const x = (place: number, spread: number) => 320 + place * spread
    return `<path d="M${x(from, 60)} ${horizon}L${x(to, 60)} ${horizon}L${x(to, 190)} 800L${x(from, 190)} 800Z" fill="${at % 2 ? one : other}"/>`
  })
  return `<rect y="${horizon}" width="640" height="${800 - horizon}" fill="${one}"/>${lines.join('')}`
}

const stadium =
  () => `<defs>${sky('s', '#6f93bd', '#b9c6d3', '#f3d7ae')}</defs><rect width="640" height="470" fill="url(#s)"/>
<path d="M0 410Q90 360 180 395T350 380T520 392T640 372V480H0Z" fill="#3d5140"/><path d="M0 440H640V486H0Z" fill="#5c6670"/>
${discs(5, 90, ['#d9dde2', '#c25b4a', '#e8c35a', '#3f5f8f'], 446, 480)}
<path d="M70 140V440M566 120V440" stroke="#4a5560" stroke-width="8"/><g fill="#fffbe6"><rect x="40" y="110" width="62" height="40" rx="6"/><rect x="534" y="90" width="64" height="40" rx="6"/></g>
${stripes(480, '#4f8a41', '#5f9c4d')}<path d="M0 560L640 536V545L0 571Z" fill="#f4f7f0" opacity=".85"/><rect width="640" height="800" fill="#ffb35c" opacity=".08"/>`

const gym = () => `<defs>${sky('s', '#e9e4da', '#cfc4b2')}</defs><rect width="640" height="520" fill="url(#s)"/>
<g fill="#f9fbfd">${[30, 190, 350, 510].map((x) => `<rect x="${x}" y="50" width="110" height="130"/>`).join('')}</g><rect y="330" width="640" height="180" fill="#3c5f8c"/>
<g fill="#345480">${[0, 160, 320, 480].map((x) => `<rect x="${x}" y="330" width="78" height="180"/>`).join('')}</g>
<path d="M250 190H390V290H250Z" fill="#fdfdfb" stroke="#c8493b" stroke-width="10"/><path d="M290 296H350" stroke="#d9662f" stroke-width="12"/>
${stripes(510, '#c99a5e', '#d4a86d')}<path d="M0 610L640 570M120 510L-60 800" stroke="#b23a32" stroke-width="10" opacity=".7" fill="none"/>`

const autumn =
  () => `<defs>${sky('s', '#f2dfae', '#d79a4a', '#7a4a26')}</defs><rect width="640" height="800" fill="url(#s)"/>
${discs(11, 150, ['#f6c34f', '#e1862b', '#b9461f', '#8a9a3c', '#fff0bf'], 0, 620)}<path d="M90 0L70 800H130L140 0ZM520 0L500 800H570L560 0Z" fill="#4d3524" opacity=".7"/>`

const forest =
  () => `<defs>${sky('s', '#e7efe0', '#a9bf98', '#4e6b48')}</defs><rect width="640" height="800" fill="url(#s)"/>
${discs(23, 130, ['#dff0c9', '#9fbf80', '#6d9358', '#f6f8d8'], 0, 560)}<g fill="#45503c" opacity=".65">${[60, 210, 430, 580].map((x) => `<rect x="${x}" width="34" height="800"/>`).join('')}</g>`

const fjordView =
  () => `<defs>${sky('s', '#8fb4d0', '#cfe0e8', '#f2ece0')}</defs><rect width="640" height="800" fill="url(#s)"/>
<path d="M0 330L120 190L210 290L340 130L470 300L560 220L640 300V470H0Z" fill="#7f9bb0"/><path d="M300 176L340 130L384 188L352 206L330 190Z" fill="#fff"/>
<path d="M0 400L150 300L290 420L430 330L640 430V480H0Z" fill="#4f6c74"/><rect y="470" width="640" height="330" fill="#6d97ac"/><path d="M0 520H640M60 580H600M0 660H640" stroke="#a8c5d2" stroke-width="7" opacity=".6"/>`

const winter =
  () => `<defs>${sky('s', '#bfd3e6', '#e8eff5', '#ffffff')}</defs><rect width="640" height="800" fill="url(#s)"/>
<g fill="#5d7a78" opacity=".75">${[20, 120, 250, 400, 520, 610].map((x, at) => `<path d="M${x} ${200 + (at % 3) * 60}L${x - 80} 600H${x + 80}Z"/>`).join('')}</g><path d="M0 590Q200 550 360 590T640 570V800H0Z" fill="#f7fafc"/>
${discs(31, 80, ['#ffffff'], 0, 600)}`

type BackgroundSource = Omit<BackgroundDocument, 'file'> & { draw: DrawnBackground }

const brightside: readonly BackgroundSource[] = [
  {
    key: 'slate',
    names: { en: 'Slate canvas', es: 'Lienzo pizarra', de: 'Leinwand Schiefer' },
    draw: canvas('slate'),
    default: true,
  },
  { key: 'sand', names: { en: 'Sand canvas', es: 'Lienzo arena', de: 'Leinwand Sand' }, draw: canvas('sand') },
  { key: 'plum', names: { en: 'Plum canvas', es: 'Lienzo ciruela', de: 'Leinwand Pflaume' }, draw: canvas('plum') },
  { key: 'stadium', names: { en: 'On the pitch', es: 'En el campo', de: 'Auf dem Platz' }, draw: place(stadium, 3) },
  { key: 'gym', names: { en: 'Sports hall', es: 'Pabellón', de: 'Sporthalle' }, draw: place(gym, 3) },
  { key: 'autumn', names: { en: 'Autumn park', es: 'Parque en otoño', de: 'Herbstpark' }, draw: place(autumn, 6) },
]

const nordlys: readonly BackgroundSource[] = [
  {
    key: 'fjord-canvas',
    names: { nb: 'Fjordblått lerret', sv: 'Fjordblå duk', da: 'Fjordblåt lærred', en: 'Fjord canvas' },
    draw: canvas('fjord'),
    default: true,
  },
  {
    key: 'stone',
    names: { nb: 'Steingrått lerret', sv: 'Stengrå duk', da: 'Stengråt lærred', en: 'Stone canvas' },
    draw: canvas('stone'),
  },
  {
    key: 'sage',
    names: { nb: 'Salviegrønt lerret', sv: 'Salviagrön duk', da: 'Salviegrønt lærred', en: 'Sage canvas' },
    draw: canvas('sage'),
  },
  {
    key: 'fjord',
    names: { nb: 'Ved fjorden', sv: 'Vid fjorden', da: 'Ved fjorden', en: 'By the fjord' },
    draw: place(fjordView, 4),
  },
  {
    key: 'forest',
    names: { nb: 'I skogen', sv: 'I skogen', da: 'I skoven', en: 'In the forest' },
    draw: place(forest, 6),
  },
  {
    key: 'winter',
    names: { nb: 'Vinterdag', sv: 'Vinterdag', da: 'Vinterdag', en: 'Winter day' },
    draw: place(winter, 6),
  },
]

/** Draws a shop's backgrounds and imports them as `./portraitkit backgrounds import` would. */
export async function seedBackgrounds(app: App, provider: Provider): Promise<void> {
  const backgrounds = provider.key === 'nordlys' ? nordlys : brightside
  const files = new Map<string, Promise<Buffer>>(backgrounds.map(({ key, draw }) => [`${key}.jpg`, draw()]))
  const documents = backgrounds.map(({ draw: _draw, ...document }) => ({ ...document, file: `${document.key}.jpg` }))
  await importBackgrounds(app, provider, documents, async (file) => (await files.get(file)) ?? null)
}
