import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="On the page behind a download link that was used or has expired" */
/** For a download address that is invalid, or no longer valid. */
export const brokenDownloadTexts = {
  title: msg`This download is no longer available`,
  text: msg`A download link works once, within a minute. What you have bought is in your picture sets: open them and choose Download again.`,
}
