import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Asks a visitor who was signed in on the page before, and follows a link to where somebody else is. here, before: email addresses"

export const arrivalMessages = {
  title: msg`Which account?`,
  question: msg`On the page that you come from, {before} is signed in. Here it is {here}.`,
  change: msg`Switch account`,
  keep: msg`Keep this account`,
}
