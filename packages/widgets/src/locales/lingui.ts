import type { Message, Values } from '@portraitkit/core/msg.ts'

declare module '@lingui/core' {
  interface I18n {
    /** A text of `msg` with its values: lingui takes both, but does not declare it. */
    _(message: Message, values?: Values): string
  }
}
