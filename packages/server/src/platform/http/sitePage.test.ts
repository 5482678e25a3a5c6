import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoNetworkError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { LANGUAGES, translateTo } from '../texts.ts'
import { sitePageTexts } from './sitePageTexts.ts'

let site: string
let server: TestServer
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'pk-site-'))
  await cp(join(import.meta.dirname, '../../../../../examples/host-site/index.html'), join(site, 'index.html'))
  const languages = ['nb', 'de-CH'].map((long) => ({ long, name: long }))
  server = await startTestServer({
    site,
    provider: { name: 'Foto & Søn', languages, defaultLanguage: 'nb', hosts: ['bilder.example'], look: withFonts() },
    other: { name: 'Fotos Luna', languages: [{ long: 'es', name: 'Español' }], defaultLanguage: 'es' },
  })
})
afterAll(async () => {
  await server.close()
  await rm(site, { recursive: true })
})

function withFonts() {
  const { look } = buildProvider()
  const ofRange = (src: string, unicodeRange?: string) => ({
    family: 'pk-figtree',
    src: `/fonts/${src}.woff2`,
    weight: '300 900',
    ...(unicodeRange && { unicodeRange }),
  })
  return { ...look, fonts: [ofRange('figtree-latin', 'U+0000-00FF'), ofRange('figtree-rare', 'U+0100-02BA')] }
}

const fetchPage = (path: string, language: string, headers: Record<string, string> = {}) =>
  server.client().fetch({ path, headers: { 'accept-language': language, ...headers } })
const langOf = (page: string) => /<html lang="([^"]+)"/.exec(page)?.[1]
const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1]
const noScript = (page: string) => /<noscript>([^<]+)</.exec(page)?.[1]

describe('the page of a shop, before any script', () => {
  it.each([
    ['the browser’s, if the shop offers it', 'de-AT,en;q=0.5', 'de-CH'],
    ['the shop’s, if it does not offer the browser’s', 'sv,fr', 'nb'],
    ['the shop’s, if the browser has none', '', 'nb'],
  ])('[LOC-2] is in a language: %s', async (_which, accepted, language) => {
    const t = translateTo(language)
    for (const got of [
      await fetchPage(`/products/cards?provider=${server.provider.key}`, accepted),
      await fetchPage('/', accepted, { host: 'bilder.example' }),
    ]) {
      expect(langOf(got.text)).toBe(language)
      expect(noScript(got.text)).toBe(t(sitePageTexts.noScript))
      expect(got.text).toContain(`data-unreachable="${t(sitePageTexts.unreachable)}"`)
      expect(got.text).toContain(`<meta name="description" content="${t(sitePageTexts.description)}" />`)
      expect(got.headers.vary).toContain('Accept-Language')
    }
  })

  it('fetches the fonts of its shop at once, without those of rare characters', async () => {
    const preloadsOf = (page: string) =>
      [...page.matchAll(/<link rel="preload" href="(\/fonts[^"]+)" as="font"/g)].map(([, src]) => src)
    expect(preloadsOf((await fetchPage('/', '', { host: 'bilder.example' })).text)).toEqual([
      '/fonts/figtree-latin.woff2',
    ])
    expect(preloadsOf((await fetchPage(`/?provider=${server.other.key}`, '')).text)).toEqual([])
    expect(preloadsOf((await fetchPage('/', '')).text)).toEqual([])
  })

  it('fetches its settings by the call that its script makes, once', async () => {
    const settingsOf = ({ text }: { text: string }) =>
      [...text.matchAll(/<link rel="preload" href="([^"]+)" as="fetch"/g)].map(([, src]) => src)
    const { key } = server.other
    expect(settingsOf(await fetchPage(`/cart?provider=${key}`, ''))).toEqual([`/api/webshop/settings?provider=${key}`])
    expect(settingsOf(await fetchPage('/cart', '', { host: 'bilder.example' }))).toEqual(['/api/webshop/settings'])
    // a page for each word that a stranger makes up would be made, compressed and stored
    for (const headers of [undefined, { host: 'bilder.example' }])
      expect(settingsOf(await fetchPage('/cart?provider=nobody', '', headers))).toEqual(['/api/webshop/settings'])
  })

  it('[LOC-2] is in the browser’s language at an address that names no shop', async () => {
    for (const path of ['/', '/?provider=nobody']) {
      expect(langOf((await fetchPage(path, 'sv-FI')).text)).toBe('sv')
      expect(langOf((await fetchPage(path, 'tlh')).text)).toBe('en')
    }
  })

  it('[LOC-2] has the name of its shop as its title, or is in the browser’s language', async () => {
    expect(titleOf((await fetchPage('/', '', { host: 'bilder.example' })).text)).toBe('Foto &#38; Søn')
    expect(titleOf((await fetchPage(`/?provider=${server.other.key}`, 'nb')).text)).toBe('Fotos Luna')
    expect(titleOf((await fetchPage('/', 'nb')).text)).toBe('Portretter')
    expect(titleOf((await fetchPage('/', 'en')).text)).toBe('Portraits')
  })

  it('[LOC-2] is not sent again in a language in which a browser has it', async () => {
    const address = `/?provider=${server.other.key}`
    const { headers, text } = await fetchPage(address, 'nb')
    expect(langOf(text)).toBe('es')
    const again = { 'if-none-match': String(headers.etag) }
    expect((await fetchPage(address, 'es', again)).status).toBe(304)
    expect((await fetchPage(`/?provider=${server.provider.key}`, 'nb', again)).status).toBe(200)
  })

  it('[LOC-2] keeps the language of its shop while the database cannot be reached', async () => {
    const { collection } = server.app.db
    server.app.db.collection = () => {
      throw new MongoNetworkError('cut')
    }
    const got = await fetchPage('/', 'fr', { host: 'bilder.example' })
    server.app.db.collection = collection
    expect([got.status, langOf(got.text)]).toEqual([200, 'nb'])
  })

  it('[LOC-2] says every text of the built page in every language', async () => {
    const pageIn = async (language: string) => (await fetchPage('/', language)).text
    const texts = Object.values(sitePageTexts)
    for (const language of LANGUAGES) {
      const [t, page] = [translateTo(language), await pageIn(language)]
      expect(texts.map((text) => t(text)).filter((text) => !page.includes(text))).toEqual([])
    }
  })
})
