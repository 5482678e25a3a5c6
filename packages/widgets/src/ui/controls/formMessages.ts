/** English texts that every form shares. Texts quoted from the specification are verbatim. */
export const formMessages = {
  'form.required': 'This is required!',
  'form.short': "That's too short!",
  'form.email': 'Invalid email',
  'form.phone': 'Please give a phone number, such as {example}.',
  'form.showPassword': 'Show the password',
  'form.hidePassword': 'Hide the password',
  'form.optional': 'optional',
  'form.close': 'Close',
  'form.signIn': 'Sign in',
  'form.signInWhy': 'It is kept with your account, on every device.',
  'form.enterCode': 'Enter a code',
  'form.operator': 'You are acting as {name}. What you change is recorded with your name.',
  'form.again': 'Try again',
} as const
