import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page where reminders are switched on and off"

/** English texts of consents to mail and of reminders. */
export const messages = {
  signIn: msg`Sign in to choose what we write to you about`,
  lead: msg`What we write to you about. Emails about your orders are always sent.`,
  offers: msg`Offers`,
  consent: msg`Send me offers and news by email`,
  title: msg`Reminders`,
  why: msg`We remind you of pictures from which nothing has been ordered yet: after 3 and 10 days, and on the last day to order.`,
  all: msg`All`,
  saved: msg`Your choice was saved.`,
  failed: msg`Your choice could not be saved. Please try again.`,
  loadFailed: msg`This could not be loaded.`,
  none: msg`No picture sets yet`,
  noneWhy: msg`Enter the code from your letter to add the pictures to your account.`,
  add: msg`Add a picture set`,
}
