import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { language } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { saveOwnPicture } from '../../platform/provider/ownPictures.ts'
import { type PageDocument, PageError, savePage } from './collection.ts'

/** The input of `savePage`, which checks the content of a module. */
const pageFile = z.strictObject({
  id: z.string(),
  modules: z.record(language(), z.array(z.looseObject({ id: z.string(), type: z.string() }))),
})

/**
 * Saves a page of a shop from its file, with the pictures next to the file. Throws PageError, whose message names the place:
 * then the page is unchanged.
 */
export async function applyPageFile(
  app: App,
  provider: Provider,
  { path, given }: { path: string; given: unknown },
): Promise<{ page: PageDocument; outcome: 'new' | 'changed' | 'unchanged' }> {
  const parsed = pageFile.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new PageError(`${path}: ${issue?.path.join('.') || 'the page'}: ${issue?.message}`)
  }
  const page = await withPictures(app, provider, parsed.data, dirname(path))
  return { page, outcome: await savePage(app, provider.key, page) }
}

/** The page with each picture from its folder stored in the shop, under its path there. */
async function withPictures(app: App, provider: Provider, page: PageDocument, folder: string): Promise<PageDocument> {
  const stored = new Map<string, string>()
  for (const src of picturesBeside(page)) {
    const bytes = await readPicture(folder, src).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof OutsideFolder) throw new PageError(`Page ${page.id}: the picture ${error.message}`)
      throw new PageError(`Page ${page.id}: the picture ${src} cannot be read (${error.code})`)
    })
    const path = await saveOwnPicture(app, provider.key, bytes).catch((error: Error) => {
      throw new PageError(`Page ${page.id}: ${src} is not a picture (${error.message})`)
    })
    stored.set(src, path)
  }
  return JSON.parse(JSON.stringify(page), (key, value) => (key === 'src' && stored.get(value)) || value) as PageDocument
}

async function readPicture(folder: string, src: string): Promise<Buffer> {
  return readFile(await pathInside(folder, src))
}

function picturesBeside(page: PageDocument): Set<string> {
  const found = new Set<string>()
  JSON.stringify(page, (key, value) => {
    if (key === 'src' && typeof value === 'string' && value.startsWith('./')) found.add(value)
    return value
  })
  return found
}
