import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../scripts/browser.ts'
import { buildBundle, staleBundles } from '../scripts/bundles.ts'
import { stopChildren } from './calls/child.ts'
import { compareWithPeers } from './embedding/fetchedBytes.ts'
import { installPeers } from './embedding/installPeers.ts'
import { lighthouseScores } from './embedding/lighthouse.ts'
import { type EmbeddedShop, serveEmbedded } from './embedding/shop.ts'
import { visitsOf } from './embedding/visits.ts'
import type { Extent, Figure } from './figures.ts'

const [FIRST, WHOLE] = ['pk-code-entry', 'pk-shop']

/**
 * A photographer's page with the script tag and one tag, on another site than the shop, in Chromium: what it fetches compared
 * with the pages of peers, how soon it can be used on a phone, and Lighthouse's scores.
 */
export async function benchEmbedding({ scale }: Extent): Promise<Figure[]> {
  const root = join(import.meta.dirname, '..')
  for (const bundle of staleBundles(root)) await buildBundle(root, bundle)
  installPeers()
  const folder = await mkdtemp(join(tmpdir(), 'pk-embedding-'))
  const children: ChildProcess[] = []
  let shop: EmbeddedShop | undefined
  try {
    shop = await serveEmbedded([FIRST, WHOLE], folder, children)
    const seen = await measureInBrowser(shop, Math.max(1, Math.round(5 * scale)))
    const looks = Math.max(1, Math.round(3 * scale))
    return [...seen, ...(await lighthouseScores(shop.addressOf(WHOLE), 'the page with pk-shop', looks))]
  } finally {
    await shop?.close()
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureInBrowser(shop: EmbeddedShop, visits: number): Promise<Figure[]> {
  const browser = await launchBrowser()
  try {
    return [
      ...(await compareWithPeers(browser, shop)),
      ...(await visitsOf(browser, shop, { tag: FIRST, isFirst: true, visits })),
      ...(await visitsOf(browser, shop, { tag: WHOLE, isFirst: false, visits })),
    ]
  } finally {
    await browser.close()
  }
}
