/** English texts of the dialog that confirms the customer's identity. */
export const confirmMessages = {
  'confirm.title': 'Please confirm that it is you',
  'confirm.lead': 'You signed in a while ago. After that we continue where you left off.',
  'confirm.password': 'Your current password',
  'confirm.confirm': 'Confirm',
  'confirm.send': 'Send me a code instead',
  'confirm.codeLead': 'We have sent a code to {email}. It works for ten minutes.',
  'confirm.code': 'Code from the email',
  'confirm.codeHint': 'Six digits. The email may be in the spam folder.',
  'confirm.sendAgain': 'Send a new code',
  'confirm.sentAgain': 'A new code is on its way. The previous one no longer works.',
  'confirm.usePassword': 'Use the password instead',
  'confirm.failed': 'The shop cannot be reached just now. Please try again.',
  'confirm.sendFailed': 'The email could not be sent. Please try again.',
} as const
