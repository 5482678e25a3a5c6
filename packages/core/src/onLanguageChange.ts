import { subscribe } from 'valtio/vanilla'
import type { Shop } from './shop.ts'

/**
 * Calls `forget` when the language has changed: a text of the server that is kept is in the language it was asked for in,
 * and is forgotten or asked for again. Answers how to stop.
 */
export function onLanguageChange(shop: Pick<Shop, 'locale'>, forget: () => void): () => void {
  return subscribe(shop.locale, forget)
}
