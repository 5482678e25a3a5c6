import { isShopError } from '../errors.ts'
import type { ShownScene } from '../template/scene.ts'

/** The scene that the server would print where it differs from the one that the customer saw. */
export function serverPreviewOf(error: unknown): ShownScene | undefined {
  if (!isShopError(error) || error.reason !== 'editor.preview_differs') return undefined
  // What our own server says needs no reading of schemas, which no page carries.
  return error.data ? (error.data as ShownScene) : undefined
}
