import type { Messages } from '@lingui/core'

/** The compiled texts of `theme/rootMessages.ts` and core's `networkMessages.ts` by language, which the build fills in (`vite.texts.ts`). */
export const builtInTexts: Readonly<Record<string, Messages>> = {}
