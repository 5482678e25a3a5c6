import { subscribe } from 'valtio/vanilla'
import type { Shop } from './shop.ts'

/**
 * Calls `forget` when the language has changed: stored texts of the server are in the language of their request, and are
 * dropped or requested again. Returns a function that stops it.
 */
export function onLanguageChange(shop: Pick<Shop, 'locale'>, forget: () => void): () => void {
  return subscribe(shop.locale, forget)
}
