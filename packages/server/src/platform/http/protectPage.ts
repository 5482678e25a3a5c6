import type { Context } from 'koa'

// Device features that no page of the server uses, and that no injected script may use either.
const UNUSED_FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'serial',
  'bluetooth',
]
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

/**
 * The content security policy of every response that is not a page of the server: opened by itself, it loads and runs nothing, is
 * not framed and sends no form.
 */
export const NO_PAGE_POLICY =
  "default-src 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"

/**
 * Sets the headers that protect a page of the server: its content security policy, given as a list of directives, no access to
 * the window from other sites, and no access to device features. Forms may be sent to the server only; a page whose form
 * redirects to another site names that site's origin in `formsTo`, because browsers also check the target of a redirect.
 */
export function protectPage(
  http: Context,
  policy: readonly string[],
  { formsTo = [] as readonly string[] } = {},
): void {
  const formAction = ['form-action', "'self'", ...formsTo].join(' ')
  http.set('Content-Security-Policy', [...policy, "object-src 'none'", formAction, "base-uri 'none'"].join('; '))
  http.set('Cross-Origin-Opener-Policy', 'same-origin')
  http.set('Permissions-Policy', PERMISSIONS)
}
