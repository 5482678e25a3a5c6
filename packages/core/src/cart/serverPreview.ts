import { isShopError } from '../errors.ts'
import type { ShownScene } from '../template/scene.ts'

/** The scene that the server would print, if it differs from the one that the customer saw. */
export function serverPreviewOf(error: unknown): ShownScene | undefined {
  if (!isShopError(error) || error.reason !== 'editor.preview_differs') return undefined
  // Our own server's answer needs no parsing by a schema, which pages do not have.
  return error.data ? (error.data as ShownScene) : undefined
}
