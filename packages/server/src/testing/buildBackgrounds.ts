import sharp from 'sharp'
import { backgroundsOf, type StoredBackground } from '../features/backgrounds/collection.ts'
import { importBackgrounds } from '../features/backgrounds/importBackgrounds.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'

/** Backgrounds of one colour each, by key; the first is the default. Returns them as they are stored. */
export async function buildBackgrounds(
  app: App,
  provider: Provider,
  colours: Readonly<Record<string, string>>,
): Promise<Record<string, StoredBackground>> {
  const documents = Object.keys(colours).map((key, index) => ({
    key,
    names: { [provider.defaultLanguage]: `The ${key}`, en: `The ${key}` },
    file: `${key}.png`,
    default: index === 0,
  }))
  await importBackgrounds(app, provider, documents, (file) => aColour(colours[file.replace('.png', '')] ?? ''))
  const stored = await backgroundsOf(app, provider.key).find({}).toArray()
  return Object.fromEntries(stored.map(({ _id, ...each }) => [each.key, each as StoredBackground]))
}

/** A picture of one colour, wider than high. */
export function aColour(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1800, height: 1200, channels: 3, background } })
    .png()
    .toBuffer()
}
