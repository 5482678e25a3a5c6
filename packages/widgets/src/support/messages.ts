import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where a customer records the page for support. minutes: a number; time: a length of time"

/** English texts of the support recording. Texts quoted from the specification are verbatim. */
export const messages = {
  title: msg`Record this page for support`,
  lead: msg`Did support ask you for a recording? Then start one, repeat what went wrong, come back here and stop it.`,
  seesTitle: msg`What support gets to see`,
  sees: msg`The pages of this tab, where you press and scroll, and the words of the shop itself.`,
  notSees: msg`Never pictures, names, addresses or anything you type: those are left out before they leave your device.`,
  endsByItself: msg`It ends when you stop it, when you close the tab, or by itself after {minutes} minutes.`,
  start: msg`Start recording`,
  stop: msg`Stop recording`,
  running: msg`The recording is running. It ends by itself at {time}.`,
  number: msg`Number of this recording`,
  numberWhy: msg`Give this number to support, so that they find it.`,
  stopped: msg`The recording has ended.`,
  timeUp: msg`The recording has ended by itself.`,
  startFailed: msg`The recording could not be started`,
  stopFailed: msg`Error stopping debug mode`,
  stopFailedWhy: msg`Nothing is recorded any more. Please try again to notify the shop, or wait: the recording ends by itself.`,
  noCookies: msg`Cookies are not enabled`,
  noCookiesWhy: msg`A recording needs them to continue from page to page. Please allow cookies for this site and load the page again.`,
}
