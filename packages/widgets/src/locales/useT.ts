import { useMemo } from 'react'
import { useRoot } from '../rootContext.ts'
import { type Messages, type Translate, translator } from './i18n.ts'

/**
 * The texts of a feature in the language of the page. The pattern to copy:
 *
 * 1. The English texts are in `<feature>/messages.ts`; ids begin with the feature's name:
 *    `export const messages = { 'cart.items': '{count, plural, one {# item} other {# items}}' } as const`
 * 2. In a component: `const t = useT(messages)` and `t('cart.items', { count })`. A wrong id does not compile.
 * 3. Other languages: the same ids in `locales/<language>.ts`; a missing one appears in English and is listed by a test.
 *
 * ICU is compiled by the build (`vite.messages.ts`), so the browser needs no parser. A change of language renders again;
 * nothing is reloaded.
 */
export function useT<M extends Messages>(messages: M): Translate<M> {
  const { language } = useRoot()
  return useMemo(() => translator(language, messages), [language, messages])
}
