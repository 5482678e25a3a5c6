import { createHash } from 'node:crypto'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { rectanglePath } from '@portraitkit/core/template/rectanglePath.ts'
import type { AssetNode, PictureNode, Scene, SceneNode } from '@portraitkit/core/template/scene.ts'
import { tiltTransform } from '@portraitkit/core/template/tilt.ts'
import { assetKey } from '../../imaging/print/assetKey.ts'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { chooseLanguage } from '../../platform/http/language.ts'
import { NO_PAGE_POLICY } from '../../platform/http/protectPage.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { previewEdge } from './assets.ts'
import { templateOf } from './collection.ts'
import { layOutOf } from './scenes/layOutDesign.ts'
import { visitorLayouts } from './scenes/visitorLayouts.ts'

/** The colour of an empty picture slot. */
const MOUNT = '#ebe6de'

/**
 * `preview.large` of a list item: below `/templates/all/`, the template with empty slots. It contains provider, version and
 * language, so the image never changes.
 */
export function previewName(
  provider: string,
  { uuid, version }: Pick<TemplateDefinition, 'uuid' | 'version'>,
  language: string,
): string {
  return `${provider}_${uuid}_${version}_${language}.svg`
}

/** 001 §7: "template previews are under /templates/all/{preview.large}". */
export const previewPage: Page = {
  method: 'GET',
  path: '/templates/all/:name',
  needsProvider: false,
  handle: async (http, app) => {
    const { name = '' } = http.params as { name?: string }
    const [, key = '', uuid = '', version = '', language = ''] =
      /^([a-z0-9-]+)_([0-9a-f-]{36})_(\d{1,9})_([A-Za-z-]{2,20})\.svg$/.exec(name) ?? []
    const provider = key ? await findProvider(app, key) : null
    const definition = provider && (await templateOf(app, provider.key, uuid, Number(version)))
    if (!provider || !definition) throw new Failure('not_found')
    const languages = provider.languages.map(({ long }) => long)
    const empty = { template: { uuid, version: Number(version) }, subject: null, resources: [] }
    const allowance = visitorLayouts({ app, provider, customer: null, http })
    allowance?.check()
    const scene = await layOutOf(app, provider, definition, empty, {
      names: {},
      language: chooseLanguage(language, languages, provider.defaultLanguage),
      onLaidOut: allowance?.spend,
    })
    const svg = previewSvg(scene, await drawingsOf(app, provider.key, scene))
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=86400')
    http.set('ETag', `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`)
    http.set('Content-Security-Policy', `${NO_PAGE_POLICY}; img-src data:`)
    http.type = 'image/svg+xml; charset=utf-8'
    http.body = svg
  },
}

/** The first part as an SVG document, trimmed. */
function previewSvg({ trimBox: { width, height }, parts }: Scene, drawings: Drawings): string {
  const nodes = parts[0]?.nodes ?? []
  const elements = nodes.map((node) => element(node, drawings)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="M0 0h${width}v${height}H0z" fill="#fff"/>${elements}</svg>`
}

/** The drawings of the first part by hash, as data addresses: an SVG that is shown as an image cannot load anything. */
type Drawings = ReadonlyMap<string, string>

async function drawingsOf(app: App, provider: string, { parts }: Scene): Promise<Drawings> {
  const drawings = new Map<string, string>()
  for (const node of parts[0]?.nodes ?? []) {
    if (node.kind !== 'asset' || drawings.has(node.hash)) continue
    const file = await app.blobs.get(assetKey(provider, node.hash, `${previewEdge(node)}.webp`))
    if (file) drawings.set(node.hash, `data:image/webp;base64,${file.toString('base64')}`)
  }
  return drawings
}

// Scenes contain nothing that needs escaping: only numbers, path data and colours, all checked when the template was saved.
function element(node: SceneNode, drawings: Drawings): string {
  if (node.kind === 'picture') {
    return `<path d="${node.clip ?? rectanglePath(node.box)}" fill="${MOUNT}"${tilt(node)}/>`
  }
  if (node.kind === 'asset') {
    const { x, y, width, height } = node.box
    const address = drawings.get(node.hash)
    const place = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"`
    return address ? `<image href="${address}" ${place} opacity="${node.opacity ?? 1}"${tilt(node)}/>` : ''
  }
  if (node.kind === 'glyphs') return `<path d="${node.d}" fill="${node.fill}"/>`
  const { d, fill = 'none', stroke = 'none', strokeWidth = 1, opacity = 1 } = node
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}" opacity="${opacity}"/>`
}

function tilt({ box, rotation }: AssetNode | PictureNode): string {
  const transform = tiltTransform(box, rotation)
  return transform ? ` transform="${transform}"` : ''
}
