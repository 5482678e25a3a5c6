import { toJson } from '@portraitkit/core/natives.ts'
import type { Recorder } from '@portraitkit/core/support/recorderRun.ts'
import { redactEvent } from '@portraitkit/core/support/redact.ts'
import { record } from '@rrweb/record'
import { isOwnText } from './isOwnText.ts'

/**
 * Everything that shows a picture or draws: pictures show children, and a typed name is drawn too. Only the icons are the
 * shop's own.
 */
const PICTURES = 'img, picture, video, audio, canvas, object, embed, iframe, svg:not(.pk-icon)'
/** The interval of full snapshots in milliseconds, in case a change between them was lost. */
const SNAPSHOT_INTERVAL_MS = 5 * 60_000

/**
 * Records the page in the form that support may see: fields masked, pictures left out, all words except the shop's own as
 * stars.
 */
export const recordPage: Recorder = (onEvent) => {
  const stop = record({
    emit(event) {
      const redacted = redactEvent(event, isOwnText)
      if (redacted) onEvent(toJson(redacted))
    },
    maskAllInputs: true,
    blockSelector: PICTURES,
    recordCanvas: false,
    collectFonts: false,
    inlineImages: false,
    recordCrossOriginIframes: false,
    slimDOMOptions: 'all',
    checkoutEveryNms: SNAPSHOT_INTERVAL_MS,
    sampling: { mousemove: 100, scroll: 200, input: 'last' },
    // Errors of the recorder must not affect the shop.
    errorHandler: () => true,
  })
  return () => stop?.()
}
