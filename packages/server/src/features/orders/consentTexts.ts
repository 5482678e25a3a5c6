import { msg } from '@portraitkit/core/msg.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { timeZoneOf } from '../jobs/days.ts'
import type { OrderContent } from './collection.ts'

/* lingui-set comment="The consent of a customer who buys downloads: a text of law, from Directive 2011/83/EU, article 16 m. day: the day on which they agreed" */
/**
 * The consent of a customer who buys downloads. Directive 2011/83/EU, article 16 m: the right of withdrawal from digital content
 * ends when its delivery begins, if the customer has expressly agreed to that and knows about the loss. The same in every shop,
 * because it follows from the law and not from the provider.
 */
export const consentTexts = {
  agreement: msg`I expressly agree that the delivery of my digital pictures begins before the withdrawal period ends, and I know that I thereby lose my right of withdrawal for them.`,
  agreed: msg`You agreed to this on {day}:`,
}

/** The consent on a receipt and in an email: its time and its words. Empty if nothing is downloaded. */
export function consentLines(
  provider: Provider,
  { digitalConsent, language }: Pick<OrderContent, 'digitalConsent' | 'language'>,
): string[] {
  if (!digitalConsent) return []
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZoneOf(provider) })
  const heading = translateTo(language)(consentTexts.agreed, { day: day.format(digitalConsent.accepted) })
  return [heading, digitalConsent.text]
}
