import type { ConsoleMessage, Page } from 'playwright-core'

/** A shop, and somebody who has an account there. */
export type Place = { shop: string; provider: string; account?: { email: string; password: string } }

/** A block of the docs with a shop's own address and key, and somebody's account, in the place of the ones in it. */
export function withAddress(code: string, { shop, provider, account }: Place): string {
  const filled = code
    .replaceAll(/https:\/\/shop\.example\.com|http:\/\/localhost:4000/g, shop)
    .replaceAll('brightside', provider)
  if (!account) return filled
  return filled.replaceAll('demo@example.com', account.email).replaceAll('portrait-demo', account.password)
}

/** What somebody makes of a block: a whole page as it is; everything else in a page that has the loader, unless it has its own. */
export function pageWith(code: string, place: Place): string {
  const filled = withAddress(code, place)
  if (/<!doctype html>/i.test(filled)) return filled
  const loader = `<script type="module" src="${place.shop}/v1/loader.js" data-provider="${place.provider}"></script>`
  return barePage(filled, filled.includes('loader.js') ? '' : loader)
}

export function barePage(body: string, head = ''): string {
  const own = '<meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>A studio</title>'
  return `<!doctype html><html lang="en"><head>${own}${head}</head><body><h1>A studio</h1>${body}</body></html>`
}

/** What the browser's console says of a page: errors and warnings, and its script errors. */
export function hearConsole(page: Page): { complaints: string[]; logged: string[]; stop(): void } {
  const complaints: string[] = []
  const logged: string[] = []
  const onError = (error: Error) => complaints.push(error.message)
  const onMessage = (message: ConsoleMessage) => {
    if (/error|warning/.test(message.type())) complaints.push(message.text())
    if (message.type() === 'log') logged.push(message.text())
  }
  page.on('pageerror', onError).on('console', onMessage)
  return { complaints, logged, stop: () => void page.off('pageerror', onError).off('console', onMessage) }
}
