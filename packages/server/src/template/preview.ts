import { createHash } from 'node:crypto'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { rectanglePath } from '@portraitkit/core/template/pathData.ts'
import type { Scene, SceneNode } from '@portraitkit/core/template/scene.ts'
import type { Page } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { chooseLanguage } from '../http/language.ts'
import { openToAll } from '../http/origin.ts'
import { findProvider } from '../provider/collection.ts'
import { templateOf } from './collection.ts'
import { layOutOf } from './layOutDesign.ts'

/** What stands in a slot without a picture. */
const MOUNT = '#ebe6de'

/** `preview.large` of a list item: below `/templates/all/`, the template with empty slots. It names provider, version and language, so what it shows never changes. */
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
    const scene = await layOutOf(app, provider, definition, empty, {
      names: {},
      language: chooseLanguage(language, languages, provider.defaultLanguage),
    })
    const svg = previewSvg(scene)
    openToAll(http)
    http.set('Cache-Control', 'public, max-age=86400')
    http.set('ETag', `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`)
    http.set('Content-Security-Policy', "default-src 'none'")
    http.type = 'image/svg+xml'
    http.body = svg
  },
}

/** The first part as an SVG document, trimmed. */
function previewSvg({ trimBox: { width, height }, parts }: Scene): string {
  const nodes = parts[0]?.nodes ?? []
  const elements = nodes.map(element).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="M0 0h${width}v${height}H0z" fill="#fff"/>${elements}</svg>`
}

// Scenes hold nothing that needs escaping: numbers, path data and colours, all checked when the template was saved.
function element(node: SceneNode): string {
  if (node.kind === 'picture') return `<path d="${node.clip ?? rectanglePath(node.box)}" fill="${MOUNT}"/>`
  if (node.kind === 'glyphs') return `<path d="${node.d}" fill="${node.fill}"/>`
  const { d, fill = 'none', stroke = 'none', strokeWidth = 1, opacity = 1 } = node
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}" opacity="${opacity}"/>`
}
