/**
 * In every language of the shop, `theme/rootMessages.ts`: that something went wrong, and the button that tries again. The build
 * fills them in (`vite.texts.ts`).
 */
export const loaderTexts: Readonly<Record<string, readonly [broken: string, again: string]>> = {}
