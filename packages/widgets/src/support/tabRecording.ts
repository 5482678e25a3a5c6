import type { Shop } from '@portraitkit/core/shop.ts'
import { createRecording, type Recording } from '@portraitkit/core/support/state.ts'

const withRecorder = (shop: Shop) => createRecording(shop, async () => (await import('./recordPage.ts')).recordPage)

/** The support recording of this tab. The recorder itself, the largest chunk of all, is fetched when a recording starts. */
export function tabRecordingOf(shop: Shop): Recording {
  return shop.part(withRecorder)
}
