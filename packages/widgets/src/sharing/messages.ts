import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where a family shares pictures by a link. accounts, count, most, number: numbers; day, since, until: dates; recipient: a name or an address"

/** English texts of sharing. Texts quoted from the specification are verbatim. */
export const messages = {
  title: msg`Share picture sets`,
  lead: msg`Friends and family get an email with a link to the pictures you choose. Nothing else of yours is shown.`,
  signIn: msg`Sign in to share your pictures`,
  sets: msg`Which pictures?`,
  selectSets: msg`Select picture set(s)`,
  next: msg`{count, plural, one {Continue with # picture set} other {Continue with # picture sets}}`,
  none: msg`You currently don't have any picture sets available for sharing`,
  recipients: msg`Who may see them?`,
  email: msg`Email address`,
  emailNumber: msg`Email address {number}`,
  remove: msg`Remove address {number}`,
  add: msg`Add another address`,
  addRecipients: msg`Please add recipients`,
  tooMany: msg`At most {most} recipients at a time`,
  send: msg`{count, plural, one {Share with # person} other {Share with # people}}`,
  back: msg`Back`,
  failed: msg`Error sharing picture sets, please try again`,
  sent: msg`Shared!`,
  sentTo: msg`{count, plural, one {An email is on its way to:} other {Emails are on their way to:}}`,
  inviteMore: msg`Invite more`,
  until: msg`Until`,
  untilHint: msg`Then the link stops working. You can end it at any time before.`,
  sharedWith: msg`Shared with`,
  nobody: msg`Nobody at the moment.`,
  days: msg`Since {since}, until {until}`,
  notOpened: msg`Not opened yet`,
  opened: msg`{accounts, plural, one {Opened, last on {day}} other {Opened by # people, last on {day}}}`,
  end: msg`End`,
  endWith: msg`End sharing with {recipient}`,
  ended: msg`Your link to {recipient} no longer works.`,
  listFailed: msg`What you share could not be loaded.`,
  loadFailed: msg`Your picture sets could not be loaded.`,
}
