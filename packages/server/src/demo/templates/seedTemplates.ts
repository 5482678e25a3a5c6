import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Campaign } from '../../features/products/campaigns.ts'
import { campaigns, saveProduct } from '../../features/products/collection.ts'
import type { ProductDocument } from '../../features/products/document.ts'
import type { ReadAsset } from '../../features/template/assets.ts'
import { saveTemplate } from '../../features/template/collection.ts'
import { TEMPLATE_FILE } from '../../features/template/templateFolder.ts'
import { assetReader } from '../../imaging/derivatives/assetReader.ts'
import type { App } from '../../platform/app.ts'

/** The folder names of the demo world's cards, calendars and photo gifts. */
export const DEMO_TEMPLATES = [
  'archway',
  'three-moments',
  'the-year',
  'snapshots',
  'garland',
  'winter-light',
  'year-in-pictures',
  'month-by-month',
  'confetti-mug',
  'star-cushion',
  'framed-print',
  'portrait-puzzle',
] as const
export type DemoTemplate = (typeof DEMO_TEMPLATES)[number]

const folderOf = (name: DemoTemplate) => fileURLToPath(new URL(`./${name}/`, import.meta.url))

/** A template's definition, as in its file. */
export async function readDemoTemplate(name: DemoTemplate): Promise<unknown> {
  return JSON.parse(await readFile(join(folderOf(name), TEMPLATE_FILE), 'utf8'))
}

/** Both shops use the same drawings: each is read once. */
const drawings = new Map<string, Promise<Buffer | null>>()

/** Reads the drawings next to it. */
export function readDemoAsset(name: DemoTemplate): ReadAsset {
  const read = assetReader(folderOf(name))
  return (asset) => {
    const key = `${name}/${asset}`
    const drawing = drawings.get(key) ?? read(asset)
    drawings.set(key, drawing)
    return drawing
  }
}

async function forProvider<T>(name: 'campaigns' | 'products', provider: string): Promise<T[]> {
  const text = await readFile(new URL(`./${name}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Record<string, T[]>)[provider] ?? []
}

/**
 * Stores the demo world's campaigns and products, with the prices of this provider, and its templates. Repeating it changes
 * nothing.
 */
export async function seedTemplates(app: App, provider: string): Promise<void> {
  // A product names its campaign.
  for (const campaign of await forProvider<Campaign>('campaigns', provider))
    await campaigns.save(app, provider, campaign)
  const products = await forProvider<ProductDocument>('products', provider)
  for (const product of products) await saveProduct(app, provider, product)
  for (const name of DEMO_TEMPLATES) {
    await saveTemplate(app, provider, await readDemoTemplate(name), readDemoAsset(name))
  }
}
