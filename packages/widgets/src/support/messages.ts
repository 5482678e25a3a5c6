/** English texts of the support recording. Texts quoted from the specification are verbatim. */
export const messages = {
  'support.title': 'Record this page for support',
  'support.lead':
    'Did support ask you for a recording? Then start one, repeat what went wrong, come back here and stop it.',
  'support.seesTitle': 'What support gets to see',
  'support.sees': 'The pages of this tab, where you press and scroll, and the words of the shop itself.',
  'support.notSees':
    'Never pictures, names, addresses or anything you type: those are left out before they leave your device.',
  'support.endsByItself': 'It ends when you stop it, when you close the tab, or by itself after {minutes} minutes.',
  'support.start': 'Start recording',
  'support.stop': 'Stop recording',
  'support.running': 'The recording is running. It ends by itself at {time}.',
  'support.number': 'Number of this recording',
  'support.numberWhy': 'Give this number to support, so that they find it.',
  'support.stopped': 'The recording has ended.',
  'support.timeUp': 'The recording has ended by itself.',
  'support.startFailed': 'The recording could not be started',
  'support.stopFailed': 'Error stopping debug mode',
  'support.stopFailedWhy':
    'Nothing is recorded any more. Please try again to notify the shop, or wait: the recording ends by itself.',
  'support.noCookies': 'Cookies are not enabled',
  'support.noCookiesWhy':
    'A recording needs them to continue from page to page. Please allow cookies for this site and load the page again.',
} as const
