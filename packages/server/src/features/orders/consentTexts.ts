import { nearestTexts } from '../../platform/languages.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { timeZoneOf } from '../jobs/days.ts'
import type { OrderContent } from './collection.ts'

/**
 * The consent of a customer who buys downloads. Directive 2011/83/EU, article 16 m: the right of withdrawal from digital content
 * ends when its delivery begins, if the customer has expressly agreed to that and knows about the loss. The same in every shop,
 * because it follows from the law and not from the provider.
 */
const texts = {
  en: {
    agreement:
      'I expressly agree that the delivery of my digital pictures begins before the withdrawal period ends, and I know that I thereby lose my right of withdrawal for them.',
    agreed: (day: string) => `You agreed to this on ${day}:`,
  },
  de: {
    agreement:
      'Ich stimme ausdrücklich zu, dass die Lieferung meiner digitalen Bilder vor Ablauf der Widerrufsfrist beginnt, und mir ist bekannt, dass ich dadurch mein Widerrufsrecht für sie verliere.',
    agreed: (day: string) => `Dem haben Sie am ${day} zugestimmt:`,
  },
  es: {
    agreement:
      'Acepto expresamente que la entrega de mis fotos digitales comience antes de que termine el plazo de desistimiento, y sé que con ello pierdo mi derecho de desistimiento sobre ellas.',
    agreed: (day: string) => `Usted aceptó esto el ${day}:`,
  },
  nb: {
    agreement:
      'Jeg samtykker uttrykkelig i at leveringen av de digitale bildene mine begynner før angrefristen er ute, og jeg er kjent med at jeg dermed mister angreretten for dem.',
    agreed: (day: string) => `Du samtykket i dette ${day}:`,
  },
  sv: {
    agreement:
      'Jag samtycker uttryckligen till att leveransen av mina digitala bilder påbörjas innan ångerfristen har gått ut, och jag vet att jag därmed förlorar min ångerrätt för dem.',
    agreed: (day: string) => `Du samtyckte till detta den ${day}:`,
  },
  da: {
    agreement:
      'Jeg giver udtrykkeligt samtykke til, at leveringen af mine digitale billeder begynder, før fortrydelsesfristen er udløbet, og jeg er klar over, at jeg dermed mister min fortrydelsesret for dem.',
    agreed: (day: string) => `Du gav samtykke til dette den ${day}:`,
  },
}

/** The consent in the nearest language, word for word, and its heading once it is given. */
export function consentIn(language: string): (typeof texts)['en'] {
  return nearestTexts(texts, language)
}

/** The consent on a receipt and in an email: its time and its words. Empty if nothing is downloaded. */
export function consentLines(
  provider: Provider,
  { digitalConsent, language }: Pick<OrderContent, 'digitalConsent' | 'language'>,
): string[] {
  if (!digitalConsent) return []
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZoneOf(provider) })
  return [consentIn(language).agreed(day.format(digitalConsent.accepted)), digitalConsent.text]
}
