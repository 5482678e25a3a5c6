import { nearestWords } from '../mail/nearestWords.ts'

/** The few words of the shop that stand in data rather than on a surface: summary lines, receipts and mails. */
const words = {
  en: {
    download: 'By download',
    atOnce: 'at once',
    total: 'Total',
    days: (days: number) => `within ${days} business day${days === 1 ? '' : 's'}`,
  },
  de: {
    download: 'Zum Herunterladen',
    atOnce: 'sofort',
    total: 'Summe',
    days: (days: number) => `innerhalb von ${days} Werktag${days === 1 ? '' : 'en'}`,
  },
  es: {
    download: 'Por descarga',
    atOnce: 'al instante',
    total: 'Total',
    days: (days: number) => `en ${days} día${days === 1 ? '' : 's'} laborable${days === 1 ? '' : 's'}`,
  },
  nb: {
    download: 'Til nedlasting',
    atOnce: 'med en gang',
    total: 'Totalt',
    days: (days: number) => `innen ${days} virkedag${days === 1 ? '' : 'er'}`,
  },
  sv: {
    download: 'För nedladdning',
    atOnce: 'direkt',
    total: 'Summa',
    days: (days: number) => `inom ${days} arbetsdag${days === 1 ? '' : 'ar'}`,
  },
  da: {
    download: 'Til download',
    atOnce: 'med det samme',
    total: 'I alt',
    days: (days: number) => `inden for ${days} hverdag${days === 1 ? '' : 'e'}`,
  },
}

export type Words = (typeof words)['en']

export function wordsIn(language: string): Words {
  return nearestWords(words, language)
}
