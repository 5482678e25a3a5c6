import type { App } from '../app.ts'
import type { Flow, Opening } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

/** How long a visitor who entered a code may take to sign in or to create an account. */
export const FLOW_MS = 30 * 60_000
const PURPOSE = 'flow'

/** Precedes the uuid of a share among the claims. */
const SHARE = 'share:'

/** A token saying that its holder entered a valid code of this provider for these subjects, or opened the link of a share. */
export function makeFlow(app: App, provider: Provider, { subjects, share }: Opening): string {
  const opened = [...subjects, ...(share ? [`${SHARE}${share}`] : [])]
  const claims = [provider.key, app.clock().getTime() + FLOW_MS, ...opened].join(' ')
  return `${Buffer.from(claims).toString('base64url')}.${app.secrets.sign(PURPOSE, claims)}`
}

/** The flow of a token; null if the token is missing, changed, expired or of another provider. */
export function readFlow(app: App, provider: Provider, token: string, now: Date): Flow | null {
  const [payload, signature] = token.split('.')
  if (!payload || !signature) return null
  const claims = Buffer.from(payload, 'base64url').toString('utf8')
  if (!app.secrets.verify(PURPOSE, claims, signature)) return null
  const [key, expires, ...opened] = claims.split(' ')
  if (key !== provider.key || Number(expires) <= now.getTime()) return null
  const share = opened.find((each) => each.startsWith(SHARE))?.slice(SHARE.length)
  const subjects = opened.filter((each) => !each.startsWith(SHARE))
  return { subjects, expires: new Date(Number(expires)), ...(share && { share }) }
}
