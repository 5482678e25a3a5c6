import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Page } from '../../../platform/feature.ts'
import { protectPage } from '../../../platform/http/protectPage.ts'
import { findProvider } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { gatewayFault } from '../gateway.ts'
import { sandboxPage } from './page.ts'
import { productionFault } from './productionFault.ts'
import { changeState, findSession, type SandboxSession } from './sessions.ts'

const path = '/sandbox-gateway/:provider/:session'

/** The sandbox's pages. They belong to no shop, like those of a real gateway; anybody who knows the address may pay. */
export const sandboxPages: readonly Page[] = [
  {
    method: 'GET',
    path,
    needsProvider: false,
    async handle(http, app) {
      const { session, provider } = await sessionOf(http, app)
      const nonce = randomBytes(16).toString('base64')
      http.set('Cache-Control', 'no-store')
      http.set('Referrer-Policy', 'no-referrer')
      const policy = [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "font-src 'self'",
        "frame-ancestors 'none'",
      ]
      protectPage(http, policy, { formsTo: [new URL(session.returnUrl).origin, ...(session.pageOrigins ?? [])] })
      http.type = 'text/html; charset=utf-8'
      http.body = sandboxPage(provider, session, nonce)
    },
  },
  decision('pay', 'paid'),
  decision('decline', 'declined'),
]

/** A button of the page. Pressing it twice has the same effect as once. */
function decision(word: string, state: 'paid' | 'declined'): Page {
  return {
    method: 'POST',
    path: `${path}/${word}`,
    needsProvider: false,
    async handle(http, app) {
      const { session } = await sessionOf(http, app)
      await changeState(app, session, 'open', state)
      http.set('Referrer-Policy', 'no-referrer')
      // See other: reloading the next page does not send the form again.
      http.status = 303
      http.redirect(session.returnUrl)
    },
  }
}

/** The session of a page, and its shop. Null if the shop may not use the sandbox. */
async function sessionOf(http: Context, app: App): Promise<{ session: SandboxSession; provider: Provider }> {
  const { provider = '', session = '' } = http.params as { provider?: string; session?: string }
  const [found, shop] = await Promise.all([findSession(app, provider, { _id: session }), findProvider(app, provider)])
  if (!found || !shop || gatewayFault(app, shop, { productionFault })) throw new Failure('not_found')
  return { session: found, provider: shop }
}
