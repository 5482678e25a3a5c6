/** English texts of signing in. */
export const messages = {
  'account.title': 'Sign in',
  'account.lead': 'With the email address and the password of your account.',
  'account.email': 'Email address',
  'account.password': 'Password',
  'account.signIn': 'Sign in',
  'account.forgot': 'Forgot your password?',
  'account.newHere': 'New here? Enter the code you received',
} as const
