/** English texts for visitors without a code. Loaded when the dialog opens. */
export const recoveryMessages = {
  'recovery.when': 'Codes are sent a few days after the photo shoot: by letter with your child, by SMS or by email.',
  'recovery.where': 'Please look in the school bag, in your messages and in the spam folder of your mail.',
  'recovery.again': 'Does the photographer have your email address? Then we can send you the code again.',
  'recovery.email': 'Email address',
  'recovery.send': 'Send the code again',
  'recovery.sent': 'Please look at your mail',
  'recovery.another': 'Try another address',
  'recovery.ask': 'Still nothing? Write to {name} and say who was photographed, where and when.',
} as const
