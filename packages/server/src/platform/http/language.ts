import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Context } from 'koa'
import type { Customer } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

type Spoken = Pick<Provider, 'languages' | 'defaultLanguage'>

/** The provider's language that a request asks for; if it asks for none, the customer's own. */
export function languageOfRequest(
  http: Context,
  { languages, defaultLanguage }: Spoken,
  customer?: Pick<Customer, 'language'>,
): string {
  const offered = languages.map(({ long }) => long)
  return chooseLanguage(http.get('accept-language') || (customer?.language ?? ''), offered, defaultLanguage)
}

/**
 * The best of the provider's languages for an `accept-language` header: the tag itself, otherwise another tag of the same main
 * language, otherwise the provider's default. `offered` are language tags.
 */
export function chooseLanguage(header: string, offered: readonly string[], otherwise: string): string {
  for (const accepted of parseAcceptLanguage(header)) {
    const exact = offered.find((tag) => tag.toLowerCase() === accepted)
    if (exact) return exact
    const main = mainLanguage(accepted)
    const near = offered.find((tag) => mainLanguage(tag) === main)
    if (near) return near
  }
  return otherwise
}

/** Lower-case tags, the most preferred first. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => each.trim().match(/^q=([\d.]+)$/)?.[1]).find(Boolean)
      return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => /^[a-z]/.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
