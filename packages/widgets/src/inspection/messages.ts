import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="About printed packages that are sent home for inspection. name: a child, or a package; date: a date; days: a number; description: what it is; price: an amount with its currency"

/** English texts of packages for inspection. */
export const messages = {
  title: msg`See the pictures on paper first`,
  lead: msg`{name}, sent home to you. {description} If you keep it, it costs {price}; you have {days, plural, one {# day} other {# days}} to send it back.`,
  never: msg`It is only sent if you ask for it, until {date}.`,
  ask: msg`Have it sent to me`,
  again: msg`Have it sent to me after all`,
  confirmTitle: msg`Have the pictures of {name} sent home?`,
  confirmTerms: msg`You get: {name}. {description} You can look at everything for {days, plural, one {# day} other {# days}}. If you keep it, you pay {price}. If you send it back in time, you pay nothing.`,
  confirmAddress: msg`We send it to:`,
  confirmUntil: msg`You can change your mind until {date}, here or in your account.`,
  noAddress: msg`We do not know your address yet. Please enter it first, then come back here.`,
  toAddress: msg`Enter my address`,
  changeAddress: msg`Change my address`,
  yes: msg`Yes, send it to me`,
  no: msg`No thanks`,
  agreed: msg`A package with these pictures on paper will be sent to you.`,
  agreedByOther: msg`Another guardian has asked for a package with these pictures on paper.`,
  cancelled: msg`The package with these pictures was cancelled and is not sent.`,
  takeBack: msg`Cancel it`,
  keeps: msg`If you keep it, it costs {price}. You can change your mind until {date}.`,
  fixed: msg`The last day was {date}: this can no longer be changed.`,
  listTitle: msg`Cancel picture packages`,
  listLead: msg`Packages with pictures on paper that were to be sent home to you for inspection. What is switched off is not sent.`,
  signIn: msg`Sign in to see your packages`,
  loading: msg`Loading your packages`,
  emptyTitle: msg`No packages`,
  empty: msg`No pictures are to be sent to you on paper for inspection.`,
  failed: msg`Your packages could not be loaded.`,
  save: msg`Save`,
  saved: msg`Saved.`,
  lineFixed: msg`The last day is over: this can no longer be changed.`,
  sets: msg({ message: 'My picture sets', context: 'inspection' }),
}
