import type { Context } from 'koa'

// What no page of the server uses, and so what no script that got into one may use either.
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
 * Sets the headers that protect a page of the server: its content security policy, given as a list of directives, that no window of
 * another site keeps a handle on it, and that it uses none of the device's senses. Forms go to the server alone; a page whose form
 * leads back to another site names that site's origin in `formsTo`, for browsers also look at where an answer redirects to.
 */
export function protectPage(
  http: Context,
  policy: readonly string[],
  { formsTo = [] as readonly string[] } = {},
): void {
  const formAction = ['form-action', "'self'", ...formsTo].join(' ')
  http.set('Content-Security-Policy', [...policy, formAction, "base-uri 'none'"].join('; '))
  http.set('Cross-Origin-Opener-Policy', 'same-origin')
  http.set('Permissions-Policy', PERMISSIONS)
}
