import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { html, trustedHtml } from '../../platform/html.ts'
import type { StoredPart, StoredRecording } from './collection.ts'

/** A replay starts from a full snapshot of the page; without one there is nothing to replay. */
export class NothingRecordedError extends Error {
  override name = 'NothingRecordedError'
}

type RecordedEvent = { type: number; timestamp: number }
const WHOLE_PAGE = 2

/**
 * One HTML file that replays a recording and contains the player and the data. Its own policy allows those two scripts and no
 * loading, so that it opens offline and nothing recorded can run.
 */
export function replayPage(recording: StoredRecording, parts: readonly StoredPart[]): string {
  const events = parts
    .flatMap((part) => JSON.parse(part.events) as RecordedEvent[])
    .toSorted((one, other) => one.timestamp - other.timestamp)
  if (events.length < 2 || !events.some(({ type }) => type === WHOLE_PAGE)) {
    throw new NothingRecordedError(`Recording ${recording._id} contains no page`)
  }
  const scripts = [replayer(), player()].map((code) => ({ code, hash: sha256(code) }))
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(({ hash }) => `'sha256-${hash}'`).join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Recording ${recording._id}</title>
<style>${trustedHtml(style())}</style>
</head>
<body>
<header>
<h1>Recording ${recording._id}</h1>
<p>${recording.started.toISOString()} · ${recording.userAgent}</p>
</header>
<div id="stage"></div>
<footer>
<button id="play" type="button">Play</button>
<input id="seek" type="range" min="0" value="0" step="100" aria-label="Time">
<output id="clock"></output>
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="2">2×</option><option value="8">8×</option></select>
</footer>
<script id="events" type="application/json">${trustedHtml(inScript(JSON.stringify(events)))}</script>
${scripts.map(({ code }) => html`<script>${trustedHtml(code)}</script>\n`)}
</body>
</html>`
  return `<!doctype html>\n${page.safe}\n`
}

const sha256 = (code: string) => createHash('sha256').update(code).digest('base64')

/** JSON that cannot end its script element. */
const inScript = (json: string) => json.replaceAll('<', '\\u003c')

// The package exports only its module; the file for a page is next to it.
const dist = dirname(createRequire(import.meta.url).resolve('@rrweb/replay'))

function replayer(): string {
  const code = readFileSync(join(dist, 'replay.umd.min.cjs'), 'utf8')
  return code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n').replaceAll('</script', '<\\/script')
}

function player(): string {
  return readFileSync(new URL('./replayPlayer.js', import.meta.url), 'utf8')
}

function style(): string {
  const own = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 16px; display: grid; gap: 12px }
h1 { margin: 0; font-size: 18px; overflow-wrap: anywhere }
header p { margin: 0; font-size: 13px; opacity: .7; overflow-wrap: anywhere }
#stage { position: relative; overflow: hidden }
#stage .replayer-wrapper { transform-origin: 0 0; width: max-content; outline: 1px solid #8888 }
#stage iframe { border: 0; background: #fff }
footer { display: flex; gap: 12px; align-items: center; position: sticky; bottom: 0; padding: 8px 0; background: Canvas }
button, select { font: inherit; min-height: 40px; padding: 4px 16px }
#seek { flex: 1 }
#clock { font-variant-numeric: tabular-nums }
`
  return readFileSync(join(dist, 'style.min.css'), 'utf8').replace(/\/\*# sourceMappingURL.*?\*\/\s*$/, '') + own
}
