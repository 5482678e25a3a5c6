import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In place of everything that cannot be shown"

/** Texts that are part of the code, because they are needed when nothing else can be fetched. */
export const rootMessages = {
  broken: msg`Something went wrong here.`,
  again: msg`Try again`,
  loading: msg`Loading`,
}
