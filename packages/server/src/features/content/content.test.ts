import { content } from '@portraitkit/core/content/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveOwnPicture } from '../../platform/provider/ownPictures.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type ModuleDocument, PageError, savePage } from './collection.ts'
import { sanitiseRichHtml } from './sanitiseRichHtml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: { privacyPolicy: { en: 'One\n\nTwo', de: 'Eins\n\nZwei' } } })
})
afterAll(() => server.close())

const save = (modules: ModuleDocument[], id = 'about') =>
  savePage(server.app, server.provider.key, { id, modules: { en: modules } })
const fetchModules = async (id = 'about') => (await server.client().call(content.page, { id })).modules

const image = { src: '/content/a.webp', alt: 'A boy' }
const every: ModuleDocument[] = [
  { id: '1', type: 'Slider', slides: [{ id: 'a', image, title: 'Hi', button: { label: 'Go', href: '/login' } }] },
  { id: '2', type: 'PromoteCategory' },
  { id: '3', type: 'Title', text: 'About <us>' },
  { id: '4', type: 'Paragraph', text: 'One\nTwo' },
  { id: '5', type: 'Paragraph', html: '<p>One <b>two</b></p>' },
  { id: '6', type: 'Image', ...image, link: { href: 'https://example.com', newWindow: true } },
  { id: '7', type: 'RichText', html: '<h2>Heading</h2><img src="https://example.com/a.png" alt="" />' },
]

describe('a page', () => {
  it('[PUB-3] is sent module by module as it was written, a module of an unknown type by its name', async () => {
    await save([...every, { id: '8', type: 'Countdown', seconds: 3 } as ModuleDocument])
    expect(await fetchModules()).toEqual([...every, { id: '8', type: 'Unknown', name: 'Countdown' }])
  })

  it('is in the requested language, otherwise in English', async () => {
    const modules = { en: [{ id: '1', type: 'Title', text: 'Hi' }], de: [{ id: '1', type: 'Title', text: 'Hallo' }] }
    await savePage(server.app, server.provider.key, { id: 'hello', modules })
    const fetchIn = (language: string) =>
      server.client().call(content.page, { id: 'hello' }, { headers: { 'accept-language': language } })
    expect([await fetchIn('de'), await fetchIn('fr')]).toEqual([{ modules: modules.de }, { modules: modules.en }])
  })

  it('[PUB-3] is not found if it does not exist, or belongs to another provider', async () => {
    await save(every)
    expect(await server.client().fail(content.page, { id: 'nothing' })).toMatchObject({
      status: 404,
      error: 'Page not found',
    })
    const elsewhere = await server.client(server.other).fail(content.page, { id: 'about' })
    expect(elsewhere).toMatchObject({ status: 404, reason: 'content.unknown' })
  })

  it.each<[string, ModuleDocument, RegExp]>([
    ['a picture without protection', { id: '1', type: 'Image', src: 'http://example.com/a.png', alt: '' }, /picture/],
    ['a picture of another host', { id: '1', type: 'Image', src: '//example.com/a.png', alt: '' }, /picture/],
    ['a picture with a script', { id: '1', type: 'Image', src: 'data:image/svg+xml,<svg/>', alt: '' }, /picture/],
    [
      'a link with a script',
      { ...image, id: '1', type: 'Image', link: { href: 'javascript:alert(1)', newWindow: false } },
      /link/,
    ],
    ['an empty title', { id: '1', type: 'Title' } as ModuleDocument, /en\.0\.text/],
  ])('is refused with %s, and stays unchanged', async (_what, module, problem) => {
    await save(every, 'kept')
    await expect(save([module], 'kept')).rejects.toThrow(PageError)
    await expect(save([module], 'kept')).rejects.toThrow(problem)
    expect(await fetchModules('kept')).toEqual(every)
  })

  it('is shown without scripts, even if others wrote it into the database', async () => {
    const written = [
      { id: '1', type: 'RichText', html: '<p onclick="x()">Hi<script>x()</script></p>' },
      { id: '2', type: 'Paragraph', html: '<p style="position:fixed">Hi</p>' },
      { id: '3', type: 'Image', src: 'javascript:x()', alt: '' },
      { id: '4', type: 'Image', ...image, link: { href: 'javascript:x()', newWindow: false } },
      { id: '5', type: 'Title', text: 7 },
    ]
    const [_id, provider] = [`${server.provider.key} foreign`, server.provider.key]
    await server.app.db
      .collection<{ _id: string }>('pages')
      .insertOne({ _id, provider, id: 'foreign', modules: { en: written } } as { _id: string })
    expect(await fetchModules('foreign')).toEqual([
      { id: '1', type: 'RichText', html: '<p>Hi</p>' },
      { id: '2', type: 'Paragraph', html: '<p>Hi</p>' },
      { id: '4', type: 'Image', ...image },
      { id: '5', type: 'Unknown', name: 'Title' },
    ])
  })
})

describe('HTML of a page', () => {
  it.each([
    '<h2>One</h2><h3>Two</h3><blockquote>Three</blockquote><hr />',
    '<figure><img src="/content/a.webp" alt="A" width="3" height="4" /><figcaption>A</figcaption></figure>',
    '<p><a href="/products/cards">Cards</a> <a href="mailto:a@example.com">Mail</a></p>',
  ])('keeps harmless content: %s', (written) => {
    expect(sanitiseRichHtml(written)).toBe(written)
    expect(sanitiseRichHtml(sanitiseRichHtml(written))).toBe(written)
  })

  it.each([
    ['<h1>One</h1>', '<h2>One</h2>'],
    ['<img src="http://example.com/a.png">Hi', 'Hi'],
    ['<img src="//example.com/a.png">Hi', 'Hi'],
    ['<img src="/\\example.com/a.png">Hi', 'Hi'],
    ['<img src="/\t/example.com/a.png">Hi', 'Hi'],
    ['<img src="data:image/svg+xml,<svg onload=x()>">Hi', 'Hi'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<img src="/a.png" onerror="x()" style="position:fixed" srcset="//a 2x">', '<img src="/a.png" alt="" />'],
    ['<style>p{}</style><svg><style>*{}</style></svg><p class="pk-button" style="x">Hi</p>', '<p>Hi</p>'],
    ['<a href="java\tscript:x()" target="_top">Hi</a><iframe src="https://example.com"></iframe>', '<a>Hi</a>'],
    ['<a href="//example.com">Hi</a>', '<a>Hi</a>'],
    ['<math><mi><p title="</mi><img src=x onerror=x()>">Hi', '<p>Hi</p>'],
  ])('loses scripts, external content and styles: %s', (written, cleaned) => {
    expect(sanitiseRichHtml(written)).toBe(cleaned)
  })
})

describe('a picture of a page', () => {
  it('is encoded again, without the camera’s metadata, and has a permanent path', async () => {
    const { app, provider, port: _port } = server
    const photograph = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#884422' } })
      .withExif({ IFD0: { ImageDescription: 'Emma at home' } })
      .jpeg()
      .toBuffer()
    const path = await saveOwnPicture(app, provider.key, photograph)
    expect(await saveOwnPicture(app, provider.key, photograph)).toBe(path)
    const got = await server.client().fetch(path)
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/webp'])
    const { width, exif } = await sharp(got.bytes).metadata()
    expect([width, exif]).toEqual([1920, undefined])
    const name = path.split('/').at(-1)
    for (const wrong of [`/content/${server.other.key}/${name}`, `/content/${provider.key}/..%2f${name}`])
      expect((await server.client().fetch(wrong)).status).toBe(404)
  })
})

describe('the privacy policy', () => {
  it('[PUB-2] is sent in the language of the request with its line breaks', async () => {
    const answer = await server.client().call(content.privacyPolicy, {}, { headers: { 'accept-language': 'de' } })
    expect(answer).toEqual({ data: { privacyPolicy: 'Eins\n\nZwei' } })
  })

  it('is not found for a provider that has none', async () => {
    const failure = await server.client(server.other).fail(content.privacyPolicy, {})
    expect(failure).toMatchObject({ status: 404, reason: 'content.no_policy' })
  })
})
