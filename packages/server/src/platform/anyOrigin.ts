import type { Context } from 'koa'

/** Headers for anything that any page may load: images with signed addresses, fonts, the widgets themselves. */
export function allowAnyOrigin(http: Context): void {
  http.set('Access-Control-Allow-Origin', '*')
  http.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
