import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type Raster, rasterOf } from './raster.ts'

/** Reads PDF independently of the shop's writer. */
export type Reader = {
  /** The pages of a document as pictures of this size, in order. */
  read(pdf: Buffer, size: { width: number; height: number }): Promise<Raster[]>
}

/** The part of the reader's library that is used here. */
type Pdfjs = {
  getDocument(given: { data: Uint8Array }): {
    promise: Promise<{ numPages: number; getPage(number: number): Promise<PdfjsPage> }>
  }
}
type PdfjsPage = {
  getViewport(scale: { scale: number }): { width: number; height: number }
  render(given: object): { promise: Promise<void> }
}

const HTML = `<!doctype html><script type="module">
  import * as library from './reader.mjs'
  window.pdfjs = library
</script>`

export async function openReader(browser: Browser): Promise<Reader> {
  const require = createRequire(join(import.meta.dirname, '../../../../packages/server/package.json'))
  const library = join(dirname(require.resolve('unpdf')), 'pdfjs.mjs')
  const page = await browser.newPage()
  await page.route('http://reader.test/**', async (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: await readFile(library) })
      : route.fulfill({ contentType: 'text/html', body: HTML }),
  )
  await page.goto('http://reader.test/')
  await page.waitForFunction(() => 'pdfjs' in window)
  return {
    async read(pdf, size) {
      const pictures = await page.evaluate(
        async ([base64, width]) => {
          const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          const { getDocument } = (window as unknown as { pdfjs: Pdfjs }).pdfjs
          const read = await getDocument({ data }).promise
          const pictures: string[] = []
          for (let number = 1; number <= read.numPages; number++) {
            const one = await read.getPage(number)
            const viewport = one.getViewport({ scale: (width * 2) / one.getViewport({ scale: 1 }).width })
            const canvas = document.createElement('canvas')
            Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) })
            await one.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
            pictures.push(canvas.toDataURL().slice('data:image/png;base64,'.length))
          }
          return pictures
        },
        [pdf.toString('base64'), size.width] as const,
      )
      return Promise.all(pictures.map((png) => rasterOf(Buffer.from(png, 'base64'), size)))
    },
  }
}
