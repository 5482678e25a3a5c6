/** English texts of the customer's data and its deletion, loaded only by their page. */
export const dataMessages = {
  'data.exportTitle': 'Get a copy of your data',
  'data.exportText': 'A file with everything that the shop knows about you.',
  'data.export': 'Download my data',
  'data.exported': 'The file was downloaded.',
  'data.deleteTitle': 'Delete my account',
  'data.deleteText':
    'Your account, picture sets, designs and cart are deleted for good. Orders are kept as long as the law requires.',
  'data.delete': 'Delete account',
  'data.deleteSure': 'Delete your account?',
  'data.deleteSureText': 'This cannot be undone. You can come back with your codes and a new account.',
  'data.cancel': 'Cancel',
  'data.deletedTitle': 'Your account has been deleted',
  'data.deletedText': 'We have sent you an email as a receipt. Its number is {number}.',
  'data.keptOrders': 'These orders are kept as long as the law requires: {orders}.',
  'data.toFront': 'To the front page',
} as const
