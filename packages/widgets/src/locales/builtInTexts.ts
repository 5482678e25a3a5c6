import type { Messages } from '@lingui/core'

/** The English texts of `theme/rootMessages.ts` and core's `networkMessages.ts`, which the build fills in (`vite.texts.ts`). */
export const builtInTexts: Messages = {}
