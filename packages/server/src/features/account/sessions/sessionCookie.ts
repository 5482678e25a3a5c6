import type { Context } from 'koa'
import type { App } from '../../../platform/app.ts'
import type { Provider } from '../../../platform/provider/document.ts'

/**
 * A session's token as the browser sent it. `isHostOnly`: under the name that browsers accept only over https and from this very
 * host, so that no page of a neighbouring host (`evil.example.com` for `shop.example.com`) can have put it there.
 */
export type SessionCookie = { readonly token: string; readonly isHostOnly: boolean }

/** The name of the cookie; over https with the prefix that ties it to the host. */
export function cookieName({ key }: Pick<Provider, 'key'>, isHostOnly = false): string {
  return `${isHostOnly ? '__Host-' : ''}pk-session-${key}`
}

/** Whether the session's cookie can be tied to the host: only over https. */
export function isHttps(http: Context, app: App): boolean {
  return http.secure || app.env.publicUrl.startsWith('https:')
}

/** The cookie of the request's session; over https also under the name without prefix, which earlier versions used. */
export function readSessionCookie(http: Context, app: App, provider: Provider): SessionCookie | null {
  for (const isHostOnly of isHttps(http, app) ? [true, false] : [false]) {
    const token = http.cookies.get(cookieName(provider, isHostOnly))
    if (token) return { token, isHostOnly }
  }
  return null
}

/** Sets the session's cookie in the browser. */
export function setSessionCookie(http: Context, app: App, provider: Provider, token: string, ageMs: number): void {
  const isHostOnly = isHttps(http, app)
  if (isHostOnly && http.cookies.get(cookieName(provider))) appendCookie(http, cookieName(provider), '', 0, isHostOnly)
  appendCookie(http, cookieName(provider, isHostOnly), token, ageMs, isHostOnly)
}

/** Clears the session's cookie in the browser, under each name that it has there. */
export function dropSessionCookie(http: Context, app: App, provider: Provider): void {
  for (const isHostOnly of [true, false]) {
    const name = cookieName(provider, isHostOnly)
    if (http.cookies.get(name)) appendCookie(http, name, '', 0, isHttps(http, app))
  }
}

function appendCookie(http: Context, name: string, token: string, ageMs: number, isSecure: boolean): void {
  const age = Math.floor(ageMs / 1000)
  http.append(
    'Set-Cookie',
    `${name}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  )
}
