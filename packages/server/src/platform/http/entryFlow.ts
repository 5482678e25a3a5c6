import type { App } from '../app.ts'
import type { Flow, Opening } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

/** How long a visitor who entered a code may take to sign in or to create an account. */
export const FLOW_MS = 30 * 60_000
/** Not that of earlier versions, whose flows did not say by which code they began: there the code is entered again. */
const PURPOSE = 'entry flow'

/** Precede the uuid of a share, and what stands for a code, among the claims. */
const SHARE = 'share:'
const CODE = 'code:'

/** A token saying that its holder entered a valid code of this provider for these subjects, or opened the link of a share. */
export function makeFlow(app: App, provider: Provider, { subjects, code, share }: Opening): string {
  const by = [...(code ? [`${CODE}${code}`] : []), ...(share ? [`${SHARE}${share}`] : [])]
  const opened = [...subjects, ...by]
  const claims = [provider.key, app.clock().getTime() + FLOW_MS, ...opened].join(' ')
  return `${Buffer.from(claims).toString('base64url')}.${app.secrets.sign(PURPOSE, claims)}`
}

/**
 * The flow of a token; null if the token is missing, changed, expired or of another provider. Whether its code or share still opens
 * anything is not checked.
 */
export function readFlow(app: App, provider: Provider, token: string, now: Date): Flow | null {
  const [payload, signature] = token.split('.')
  if (!payload || !signature) return null
  const claims = Buffer.from(payload, 'base64url').toString('utf8')
  if (!app.secrets.verify(PURPOSE, claims, signature)) return null
  const [key, expires, ...opened] = claims.split(' ')
  if (key !== provider.key || Number(expires) <= now.getTime()) return null
  const claim = (prefix: string) => opened.find((each) => each.startsWith(prefix))?.slice(prefix.length)
  const [code, share] = [claim(CODE), claim(SHARE)]
  const subjects = opened.filter((each) => !each.startsWith(SHARE) && !each.startsWith(CODE))
  return { subjects, expires: new Date(Number(expires)), ...(code && { code }), ...(share && { share }) }
}
