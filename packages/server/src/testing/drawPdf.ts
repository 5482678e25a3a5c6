import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** Draws the pages of a PDF as PNG files, so many pixels for a point. */
export type DrawPdf = (pdf: Buffer, scale?: number) => Promise<Buffer[]>

type Request = { base64: string; scale: number }
/** What the page below defines. */
type ReaderWindow = { drawPdf(request: Request): Promise<string[]> }

const readerHtml = `<!doctype html><title>Reader</title>
<script type="module">
import { getDocument } from '/pdfjs.mjs'
window.drawPdf = async ({ base64, scale }) => {
  const read = await getDocument({ data: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) }).promise
  const pages = []
  for (let number = 1; number <= read.numPages; number++) {
    const page = await read.getPage(number)
    const viewport = page.getViewport({ scale })
    const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
    await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
    pages.push(canvas.toDataURL().slice('data:image/png;base64,'.length))
  }
  return pages
}
</script>`

/** A reader of PDFs that is independent of the shop's writer, in a page of its own. */
export async function openPdfReader(browser: Browser): Promise<DrawPdf> {
  const reader = join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs')
  const page = await browser.newPage()
  await page.route('http://reader.test/**', async (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: await readFile(reader) })
      : route.fulfill({ contentType: 'text/html', body: readerHtml }),
  )
  await page.goto('http://reader.test/')
  await page.waitForFunction(() => 'drawPdf' in globalThis)
  return async (pdf, scale = 1.5) => {
    const request: Request = { base64: pdf.toString('base64'), scale }
    const pages = await page.evaluate((pages) => (globalThis as unknown as ReaderWindow).drawPdf(pages), request)
    return pages.map((png) => Buffer.from(png, 'base64'))
  }
}
