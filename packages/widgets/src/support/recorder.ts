import type { Recorder } from '@portraitkit/core/support/recorderRun.ts'
import { redactEvent } from '@portraitkit/core/support/redact.ts'
import { record } from '@rrweb/record'
import { isOwnText } from '../locales/i18n.ts'

/** Everything that shows a picture or draws: children are on them, and a typed name is drawn too. Icons alone are ours. */
const PICTURES = 'img, picture, video, audio, canvas, object, embed, iframe, svg:not(.pk-icon)'
/** A whole picture of the page comes again so often, in milliseconds, should a change between have been lost. */
const ANEW_EVERY = 5 * 60_000

/** Records the page as support may see it: fields masked, pictures left out, words but the shop's own as stars. */
export const recordPage: Recorder = (tell) => {
  const stop = record({
    emit(event) {
      const redacted = redactEvent(event, isOwnText)
      if (redacted) tell(JSON.stringify(redacted))
    },
    maskAllInputs: true,
    blockSelector: PICTURES,
    recordCanvas: false,
    collectFonts: false,
    inlineImages: false,
    recordCrossOriginIframes: false,
    slimDOMOptions: 'all',
    checkoutEveryNms: ANEW_EVERY,
    sampling: { mousemove: 100, scroll: 200, input: 'last' },
    // The shop must not suffer from being watched.
    errorHandler: () => true,
  })
  return () => stop?.()
}
