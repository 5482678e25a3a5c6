import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In emails about pictures that are ready or can soon not be ordered any more, and on the page that stops these emails. names: the children; shop: the photographer; day: a date; code: the code" */
/** The texts of the emails about pictures, and of the page on which a family stops them. */
export const reminderTexts = {
  readySubject: msg({ message: 'The pictures of {names} are ready', context: 'reminder' }),
  ready: msg`The pictures that {shop} took are ready: have a look, choose, and make something of them.`,
  subject: {
    'third-day': msg`Have you seen the pictures of {names}?`,
    'tenth-day': msg`The pictures of {names} are waiting for you`,
    'last-day': msg`The last day to order pictures of {names}`,
  },
  waiting: msg`The pictures that {shop} took are in the shop, and none of them has been ordered yet.`,
  until: msg`They can be ordered until {day}.`,
  free: msg`Delivery is free until {day}.`,
  deleted: msg`The pictures are deleted on {day}.`,
  inAccount: msg`You can find the pictures of {names} in your account. Once you have confirmed your address, our emails link to them. Your account can send you the email for that.`,
  see: msg`See the pictures of {names}`,
  code: msg`If the link does not open, enter the code {code}.`,
  private: msg`Please keep the links to yourself: whoever has one can see the pictures.`,
  contactReason: msg`You get this email because your address was given to us as the contact for these pictures.`,
  customerReason: msg`You get this email because these pictures are in your account.`,
  stop: msg`No more reminders`,
  stopTitle: msg`No more reminders?`,
  stopAsk: msg`{shop} will send no more reminders of pictures to this address.`,
  stopButton: msg`Stop the reminders`,
  stoppedTitle: msg`You will not be reminded any more`,
  stopped: msg`{shop} sends no more reminders to this address. You will still get an email when new pictures are ready. In your account you can switch reminders on again.`,
  brokenTitle: msg`This link is incomplete`,
  brokenText: msg`Nothing was changed. Open the link at the foot of a reminder again, or switch reminders off in your account.`,
  toShop: msg`To {shop}`,
}
