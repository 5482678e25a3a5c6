import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharp } from '../printTruth/raster.ts'

/**
 * A screenshot of a page, or of a part of it, once all calls, fonts and pictures have loaded and nothing is waiting or moving.
 */
export async function pictureOf(page: Page, part?: Locator): Promise<Buffer> {
  await page.mouse.move(1, 1)
  await page.waitForLoadState('networkidle')
  const waiting = page.locator('[aria-busy="true"], .pk-skeleton, [data-state="loading"]').filter({ visible: true })
  await expect.poll(() => waiting.count()).toBe(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const look = () => (part ?? page).screenshot({ animations: 'disabled' })
  let last = await look()
  for (let looks = 0; looks < 20; looks++) {
    const now = await look()
    if (now.equals(last)) return now
    last = now
  }
  throw new Error('The page does not stop changing')
}

/** Of 256: soft shadows are rounded differently on each rendering, by one or two. */
const ROUNDING = 3
/**
 * Of 256: the difference at the edges of a line, such as a cross, if the browser drew it while something was loading; it is
 * invisible.
 */
const EDGE = 16
/** The number of pixels at the edges of a line or two. */
const EDGES = 100

/** The number of pixels by which two pictures differ visibly; all of them if their sizes differ. */
export async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0
  const sizes = await Promise.all([one, other].map((file) => sharp(file).metadata()))
  const [a, b] = await Promise.all([one, other].map((file) => sharp(file).removeAlpha().raw().toBuffer()))
  const [{ width, height }, size] = sizes as [(typeof sizes)[0], (typeof sizes)[0]]
  if (!a || !b || width !== size.width || height !== size.height) return Number.POSITIVE_INFINITY
  let [slight, seen] = [0, 0]
  for (let at = 0; at < a.length; at += 3) {
    const off = Math.max(...[at, at + 1, at + 2].map((one) => Math.abs((a[one] ?? 0) - (b[one] ?? 0))))
    if (off > EDGE) seen += 1
    else if (off > ROUNDING) slight += 1
  }
  return slight > EDGES ? slight + seen : seen
}
