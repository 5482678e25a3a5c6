import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page where customers fetch or delete what is stored about them. number, orders: numbers of orders"

/** English texts of the customer's data and its deletion, loaded only by their page. */
export const dataMessages = {
  exportTitle: msg`Get a copy of your data`,
  exportText: msg`A file with everything that the shop knows about you.`,
  export: msg`Download my data`,
  exported: msg`The file was downloaded.`,
  deleteTitle: msg`Delete my account`,
  deleteText: msg`Your account, picture sets, designs and cart are deleted for good. Orders are kept as long as the law requires.`,
  delete: msg`Delete account`,
  deleteSure: msg`Delete your account?`,
  deleteSureText: msg`This cannot be undone. You can come back with your codes and a new account.`,
  cancel: msg`Cancel`,
  deletedTitle: msg`Your account has been deleted`,
  deletedText: msg`We have sent you an email as a receipt. Its number is {number}.`,
  keptOrders: msg`These orders are kept as long as the law requires: {orders}.`,
  toFront: msg({ message: 'To the front page', context: 'password' }),
}
