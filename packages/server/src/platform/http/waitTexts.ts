import { msg, type Translate } from '@portraitkit/core/msg.ts'

// lingui-set comment="What the shop answers after too many attempts. minutes: a number"

const wait = msg({
  message:
    'Too many attempts. Please try again in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}.',
})

/** What somebody reads instead of the text of `throttle.wait` when the waiting time is known. */
export const waitSentence = (seconds: number, t: Translate): string => t(wait, { minutes: Math.ceil(seconds / 60) })
