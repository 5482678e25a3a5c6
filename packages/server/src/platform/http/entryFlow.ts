import type { App } from '../app.ts'
import type { Flow } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

/** How long a visitor who entered a code may take to sign in or to create an account. */
export const FLOW_MS = 30 * 60_000
const PURPOSE = 'flow'

/** A token saying that its holder entered a valid code of this provider for these subjects. */
export function makeFlow(app: App, provider: Provider, subjects: readonly string[]): string {
  const claims = [provider.key, app.clock().getTime() + FLOW_MS, ...subjects].join(' ')
  return `${Buffer.from(claims).toString('base64url')}.${app.secrets.sign(PURPOSE, claims)}`
}

/** The flow of a token; null if the token is missing, changed, expired or of another provider. */
export function readFlow(app: App, provider: Provider, token: string, now: Date): Flow | null {
  const [payload, signature] = token.split('.')
  if (!payload || !signature) return null
  const claims = Buffer.from(payload, 'base64url').toString('utf8')
  if (!app.secrets.verify(PURPOSE, claims, signature)) return null
  const [key, expires, ...subjects] = claims.split(' ')
  if (key !== provider.key || Number(expires) <= now.getTime()) return null
  return { subjects, expires: new Date(Number(expires)) }
}
