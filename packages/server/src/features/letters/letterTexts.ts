import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the printed letter to a family with the code for their pictures. name: the child; shop: the photographer; place: the shop’s web address; day: a date" */
/** The texts of a letter. */
export const letterTexts = {
  title: msg`The pictures of {name}`,
  greeting: msg`Dear family,`,
  intro: msg`{shop} has taken these pictures for you. Your code opens them in the shop, for you and for nobody without it.`,
  code: msg`Your code`,
  steps: [
    msg`Point the camera of your phone at the square above, or go to {place} and enter the code.`,
    msg`Choose the pictures that you like best, and what to make of them.`,
    msg`Order. We print it and send it to you.`,
  ],
  until: msg`Please order by {day}.`,
  private: msg`Please keep this letter in a safe place: whoever has the code can see the pictures.`,
}
