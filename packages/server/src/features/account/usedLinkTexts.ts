import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="For the photographer’s operator, whose link to act as a customer was used or has expired. ./portraitkit simulate is a command" */
/** The text for an operator whose link was used or has expired. */
export const usedLinkTexts = {
  title: msg`This link cannot be used any more`,
  text: msg`A link to act as a customer works once and for ten minutes. Make a new one with the command ./portraitkit simulate.`,
}
