import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="About confirming an address: in the email, and on the page behind its link. shop: the photographer; email: their address; address: the reader’s address" */
/** The texts about confirming an address: of the email, and of the page behind its link. */
export const addressTexts = {
  subject: msg`Confirm your address for {shop}`,
  title: msg`Confirm your address`,
  request: msg`An account at {shop} was created with this address. Please confirm that it is yours: until then our emails to it include no links to pictures and orders. Everything else works without it.`,
  link: msg({ message: 'Confirm your address', context: 'link' }),
  once: msg`The link works once, within seven days.`,
  notYou: msg`If it was not you, you need not do anything: without your confirmation no pictures are sent here. You can write to us at {email}.`,
  askTitle: msg`Confirm your address`,
  ask: msg`Is {address} the address of your account at {shop}? Once you have confirmed it, our emails can include links to your pictures and orders.`,
  button: msg`Confirm this address`,
  askNotYou: msg`If you have no account here, simply close this page, and nothing changes.`,
  confirmedTitle: msg`Your address is confirmed`,
  confirmed: msg`Thank you. From now on emails from {shop} to {address} include links to your pictures and orders.`,
  toAccount: msg`To your account`,
  brokenTitle: msg`This link does not work any more`,
  brokenText: msg`A link to confirm an address works once, within seven days, and only the newest one does. You can have a new one sent from your account.`,
}
