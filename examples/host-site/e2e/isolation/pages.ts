import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attributeOf } from '../../../../packages/widgets/src/options.ts'
import { buildFixture } from '../../../../packages/widgets/vite.fixture.ts'
import { serveSite } from './serve.ts'

/** How a widget is put on a page: by the script tag (preact), as the package's elements (React), or without a shadow root. */
export type Way = 'script tag' | 'react' | 'no shadow root'
/** A photographer's page: with only a widget, or with everything that a page can do to it. */
export type Host = 'bare' | 'hostile'
export type Widget = { tag: string; options?: Readonly<Record<string, string>> }
type Shop = { api: string; provider: string }

const HERE = import.meta.dirname
const packages = join(HERE, '../../node_modules')
const styles: Record<string, string> = {
  'bootstrap.css': join(packages, 'bootstrap/dist/css/bootstrap.min.css'),
  'pico.css': join(packages, '@picocss/pico/css/pico.min.css'),
  'hostile.css': join(HERE, '../../../plain-html/hostile.css'),
  'important.css': join(HERE, 'important.css'),
}
const scripts: Record<string, string> = {
  'bootstrap.js': join(packages, 'bootstrap/dist/js/bootstrap.bundle.min.js'),
  'micromodal.js': join(packages, 'micromodal/dist/micromodal.min.js'),
}

/**
 * A photographer's site with pages that show one widget each in this way, or none; the whole shop is at `/`. Returns the
 * address of a page, and a function that closes the site.
 */
export async function openPages(port: number, shop: Shop) {
  const react = await buildFixture('src/testing/pages/embeddedShop.tsx', 'react')
  const close = await serveSite(port, async ({ pathname, searchParams }) => {
    if (pathname === '/') return { type: 'text/html', body: htmlOf(shop, whole) }
    if (pathname === '/page')
      return { type: 'text/html', body: htmlOf(shop, JSON.parse(searchParams.get('of') ?? '{}')) }
    const script = react.get(pathname.replace('/react', ''))
    if (script !== undefined) return { type: 'text/javascript', body: script }
    const file = pathname.slice(1)
    if (styles[file]) return { type: 'text/css', body: await readFile(styles[file], 'utf8') }
    return scripts[file] ? { type: 'text/javascript', body: await readFile(scripts[file], 'utf8') } : undefined
  })
  const origin = `http://studio.localhost:${port}`
  const at = (host: Host, way?: Way, widget?: Widget) =>
    `${origin}/page?of=${encodeURIComponent(JSON.stringify({ host, way, widget }))}`
  return { origin, at, close }
}

const whole: PageSpec = { host: 'bare', way: 'script tag', widget: { tag: 'pk-shop' } }

type PageSpec = { host: Host; way?: Way; widget?: Widget }

function htmlOf({ api, provider }: Shop, { host, way, widget }: PageSpec): string {
  const isHostile = host === 'hostile'
  const sheets = isHostile ? Object.keys(styles).map((file) => `<link rel="stylesheet" href="/${file}">`) : []
  const shop = {
    'script tag': `<script type="module" src="${api}/v1/loader.js" data-provider="${provider}"></script>`,
    react: '<script type="module" src="/react/page.js"></script>',
    'no shadow root': '<script type="module" src="/react/page.js"></script>',
  }
  return `<!doctype html><html lang="en" ${isHostile ? 'dir="rtl"' : ''} data-api="${api}" data-provider="${provider}"><head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A photographer</title>
    <link rel="icon" href="data:,">${sheets.join('')}<style>${PLACE}</style>${way ? shop[way] : ''}</head><body>
    <div class="place">${way && widget ? placeWidget(way, widget) : ''}</div>${isHostile ? OWN : ''}</body></html>`
}

/** As high as the window, whatever its content, so that everything below it is at the same place on every page. */
const PLACE = `body { margin: 0 }
  .place.place { display: block !important; width: 100% !important; height: 100vh !important; overflow: hidden !important;
    margin: 0 !important; padding: 0 !important; background: white !important }`

function placeWidget(way: Way, { tag, options = {} }: Widget): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  if (way === 'no shadow root')
    return `<div data-surface="${tag}" data-options="${escaped(JSON.stringify(options))}"></div>`
  const attributes = Object.entries(options).map(([name, value]) => `${attributeOf(name)}="${escaped(value)}"`)
  return `<${tag} ${attributes.join(' ')}></${tag}>`
}

/** The photographer's own content of the hostile page, with the class names of two frameworks and a library's dialog. */
const OWN = `<section class="own container" data-bs-theme="light">
    <h2>كل طفل ينظر إلينا مرة واحدة</h2>
    <p class="lead">Karin and Erik photograph schools and clubs, with <mark>daylight</mark>, a grey wall and patience.</p>
    <article class="card"><div class="card-body"><h5 class="card-title">Next week</h5>
      <table class="table table-striped"><tr><th>Monday</th><td>Hamnskolan</td></tr><tr><th>Friday</th><td>Strandskolan</td></tr></table>
      <form class="row"><label class="form-label">Your name<input class="form-control" value="Ida"></label>
        <select class="form-select"><option>Morning</option></select>
        <label><input type="checkbox" role="switch" checked> Tell me</label></form>
      <button class="btn btn-primary" type="button" data-micromodal-trigger="hours">Opening hours</button>
      <button class="btn btn-outline-danger" type="button" data-bs-toggle="modal" data-bs-target="#prices">Prices</button>
      <progress value="40" max="100"></progress>
    </div></article>
    <nav class="nav nav-tabs"><a class="nav-link active" href="#own">Pictures</a><a class="nav-link" href="#own">Studio</a></nav>
  </section>
  <div id="hours" class="micromodal" aria-hidden="true"><div tabindex="-1" data-micromodal-close>
    <div role="dialog" aria-modal="true" aria-label="Opening hours"><button type="button" data-micromodal-close>Fine</button></div>
  </div></div>
  <div id="prices" class="modal" tabindex="-1" aria-label="Prices"><div class="modal-dialog"><div class="modal-content">
    <button type="button" data-bs-dismiss="modal">Thanks</button></div></div></div>
  <script src="/bootstrap.js"></script><script src="/micromodal.js"></script><script>MicroModal.init()</script>`
