import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="Of sharing pictures: in the email to the recipient, and for the sender if it fails. names: the children; from: who shares; shop: the photographer; day: a date; max: a number of people" */
/** The texts of sharing: the email for the recipient, and failures for the sender. */
export const sharingTexts = {
  subject: msg`Pictures of {names} have been shared with you`,
  title: msg`Pictures of {names}`,
  intro: msg`{from} would like you to see these pictures. They were taken by {shop}.`,
  see: msg`See the pictures of {names}`,
  until: msg`The link works until {day}, unless it is ended before.`,
  private: msg`Please keep the link to yourself: whoever has it can see the pictures.`,
  why: msg`You get this email because {from} gave us your address. We use it for nothing else.`,
  noRecipients: msg`Please add recipients`,
  confirmFirst: msg`Please confirm your address first: your account sends you an email for that.`,
  cannot: msg`These picture sets cannot be shared. Please choose again.`,
  wrongDay: msg`Please choose a last day between today and a year from now.`,
  tooMany: msg`You share with {max} people already. Please end some of it first.`,
  enough: msg`You can share with {max} people a day. Please continue tomorrow.`,
  enoughOfThese: msg`These picture sets have been shared with many people today. Please continue tomorrow.`,
}
