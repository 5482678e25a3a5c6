import { readFile } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { type ProductDocument, saveProduct } from '../../products/collection.ts'
import { saveTemplate } from '../../template/collection.ts'

/** The cards of the demo world, as their files are named. */
export const DEMO_TEMPLATES = ['archway', 'three-moments', 'the-year'] as const

/** A card's definition as it stands in its file. */
export async function readDemoTemplate(name: (typeof DEMO_TEMPLATES)[number]): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`./${name}.json`, import.meta.url), 'utf8'))
}

/** Stores the demo world's products, with the prices of this provider, and its cards. Doing it again changes nothing. */
export async function seedTemplates(app: App, provider: string): Promise<void> {
  const text = await readFile(new URL('./products.json', import.meta.url), 'utf8')
  const products: Record<string, ProductDocument[]> = JSON.parse(text)
  for (const product of products[provider] ?? []) await saveProduct(app, provider, product)
  for (const name of DEMO_TEMPLATES) await saveTemplate(app, provider, await readDemoTemplate(name))
}
