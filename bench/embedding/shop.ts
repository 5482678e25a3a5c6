import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoProviders } from '../../packages/server/src/demo/providers.ts'
import { saveProvider } from '../../packages/server/src/platform/provider/collection.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'
import { freePort, SERVER, startChild } from '../calls/child.ts'
import { servePages } from './pages.ts'

const PLAIN = join(import.meta.dirname, '../../examples/plain-html')

/** Pages with one tag of the shop, on another site: the photographer's of the examples, or one without other content. */
export type EmbeddedShop = { addressOf(tag: string, around?: 'alone'): string; close(): Promise<void> }

/** A server in production mode with the demo world's providers, and the plain page with each of the tags. */
export async function serveEmbedded(
  tags: readonly string[],
  folder: string,
  children: ChildProcess[],
): Promise<EmbeddedShop> {
  const secret = randomBytes(32).toString('hex')
  const pagePort = await freePort()
  await fillProviders(folder, secret, pagePort)
  const port = await startChild(children, SERVER, [], { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production' })
  const [page = '', ...styles] = await Promise.all(['index.html', 'hostile.css', 'studio.css'].map(readPlain))
  const loader = `http://localhost:${port}/v1/loader.js`
  const filled = page.replaceAll('{{loader}}', loader).replaceAll('{{provider}}', 'brightside')
  const alone = (tag: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>${tag}</title>
    <link rel="icon" href="data:," /><script type="module" src="${loader}" data-provider="brightside"></script></head>
    <body><${tag}></${tag}></body></html>`
  const withTag = (tag: string) => filled.replace('<pk-shop></pk-shop>', `<${tag}></${tag}>`)
  const [hostile = '', studio = ''] = styles
  const texts = {
    '/hostile.css': hostile,
    '/studio.css': studio,
    ...Object.fromEntries(tags.map((tag) => [`/${tag}`, withTag(tag)])),
    ...Object.fromEntries(tags.map((tag) => [`/alone/${tag}`, alone(tag)])),
  }
  const pages = await servePages(texts, { port: pagePort })
  const origin = `http://studio.localhost:${pagePort}`
  return { addressOf: (tag, around) => `${origin}/${around ? `${around}/` : ''}${tag}`, close: pages.close }
}

const readPlain = (file: string) => readFile(join(PLAIN, file), 'utf8')

async function fillProviders(folder: string, secret: string, pagePort: number): Promise<void> {
  const { app, close } = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const providers = await demoProviders({ port: 0, pagePort, now: new Date() })
    for (const provider of providers) await saveProvider(app, provider)
  } finally {
    await close()
  }
}
