import type { Context } from 'koa'

/** For what any page may show: images with signed addresses, fonts, the widgets themselves. */
export function allowAnyOrigin(http: Context): void {
  http.set('Access-Control-Allow-Origin', '*')
  http.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
