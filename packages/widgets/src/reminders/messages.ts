/** English texts of consents to mail and of reminders. */
export const messages = {
  'reminders.signIn': 'Sign in to choose what we write to you about',
  'reminders.lead': 'What we write to you about. Emails about your orders are always sent.',
  'reminders.offers': 'Offers',
  'reminders.consent': 'Send me offers and news by email',
  'reminders.title': 'Reminders',
  'reminders.why':
    'We remind you of pictures from which nothing has been ordered yet: after 3 and 10 days, and on the last day to order.',
  'reminders.all': 'All',
  'reminders.saved': 'Your choice was saved.',
  'reminders.failed': 'Your choice could not be saved. Please try again.',
  'reminders.loadFailed': 'This could not be loaded.',
  'reminders.none': 'No picture sets yet',
  'reminders.noneWhy': 'Enter the code from your letter to add the pictures to your account.',
  'reminders.add': 'Add a picture set',
} as const
