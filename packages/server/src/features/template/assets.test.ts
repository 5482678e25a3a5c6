import { randomUUID } from 'node:crypto'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { saveTemplate } from './collection.ts'

let server: TestServer
let product: string
let leavesPng: Buffer

beforeAll(async () => {
  server = await startTestServer()
  product = (await buildTemplate(server.app, server.provider)).product.uuid
  const background = { r: 20, g: 120, b: 60, alpha: 0.5 }
  leavesPng = await sharp({ create: { width: 800, height: 200, channels: 4, background } })
    .png()
    .toBuffer()
})
afterAll(() => server.close())

function withDrawing(asset: string, change: Partial<TemplateDefinition> = {}): TemplateDefinition {
  const [front] = aTemplate().parts
  const box = { x: 0, y: 0, width: 100, height: 25 }
  const layers = [...(front?.layers ?? []), { kind: 'asset' as const, asset, box, rotation: 3 }]
  return aTemplate({
    uuid: randomUUID(),
    product,
    parts: [{ ...(front as TemplateDefinition['parts'][number]), layers }],
    ...change,
  })
}

const save = (definition: unknown, files: Record<string, Buffer> = { 'leaves.png': leavesPng }) =>
  saveTemplate(server.app, server.provider.key, definition, async (name) => files[name] ?? null)

describe('a drawing that belongs to a template', () => {
  it('is stored by its content with the version and shown at an address that never changes', async () => {
    const given = withDrawing('leaves.png')
    const stored = await save(given)
    expect(await save(given)).toEqual(stored)
    const { hash = '' } = stored.assets?.['leaves.png'] ?? {}
    const { scenes } = await server.client().call(templates.scenes, { scenes: [{ template: { uuid: given.uuid } }] })
    const [scene] = scenes
    expect(scene?.scene.parts[0]?.nodes.at(-1)).toEqual({
      kind: 'asset',
      hash,
      width: 800,
      height: 200,
      box: { x: 0, y: 0, width: 100, height: 25 },
      rotation: 3,
    })
    expect(Object.keys(scene?.addresses[hash] ?? {})).toEqual(['320', '640', '800'])
    const address = scene?.addresses[hash]?.['320'] ?? ''
    const got = await server.client().fetch(address)
    expect([got.status, got.headers['content-type'], got.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    for (const wrong of ['999.webp', 'print.png', 'original.png', '..%2f320.webp']) {
      expect((await server.client().fetch(address.replace('320.webp', wrong))).status).toBe(404)
    }
    const other = address.replace(server.provider.key, server.other.key)
    expect((await server.client().fetch(other)).status).toBe(404)
  })

  it('appears in the preview of the list', async () => {
    const given = await save(withDrawing('leaves.png'))
    const list = await server.client().call(templates.list, { type: 'cards' })
    const preview = list.find(({ uuid }) => uuid === given.uuid)?.preview.large
    const got = await server.client().fetch(`/templates/all/${preview}`)
    expect(got.text).toContain('href="data:image/webp;base64,')
    expect(got.text).toContain('transform="rotate(3 50 12.5)"')
  })

  it('makes a new version of the template when it changes', async () => {
    const given = withDrawing('leaves.png')
    await save(given)
    const changed = { 'leaves.png': await sharp(leavesPng).negate().png().toBuffer() }
    await expect(save(given, changed)).rejects.toMatchObject({ problems: [{ path: 'version' }] })
    const next = await save({ ...given, version: 2 }, changed)
    expect(next.assets?.['leaves.png']?.hash).not.toBe((await save(given)).assets?.['leaves.png']?.hash)
  })

  it('is refused if it is missing, not a picture, or named by a path out of the folder', async () => {
    const problem = (reason: string) => ({ problems: [{ path: 'parts.0.layers.5.asset', reason }] })
    await expect(save(withDrawing('oak.png'))).rejects.toMatchObject(
      problem('There is no file oak.png next to the template'),
    )
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await expect(save(withDrawing('leaves.png'), { 'leaves.png': svg })).rejects.toMatchObject(
      problem('leaves.png: not a JPEG, PNG, TIFF or WebP picture'),
    )
    for (const name of ['../leaves.png', '/etc/leaves.png', 'a/leaves.png', '..\\leaves.png', '.png', 'leaves.svg']) {
      await expect(save(withDrawing(name), { [name]: leavesPng })).rejects.toMatchObject(
        problem('Not the name of a PNG, JPEG or WebP file in this folder'),
      )
    }
  })
})
