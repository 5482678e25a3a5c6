import { isShopError } from '../errors.ts'
import { type ShownScene, shownScene } from '../template/scene.ts'

/** The scene that the server would print where it differs from the one that the customer saw. */
export function serverPreview(error: unknown): ShownScene | undefined {
  if (!isShopError(error) || error.reason !== 'editor.preview_differs') return undefined
  const read = shownScene().safeParse(error.data)
  return read.success ? read.data : undefined
}
