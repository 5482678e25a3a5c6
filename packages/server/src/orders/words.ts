import { nearestWords } from '../mail/nearestWords.ts'

/** The few words of the shop that stand in data rather than on a surface: summary lines, receipts and mails. */
const words = {
  en: { total: 'Total', days: (days: number) => `within ${days} business day${days === 1 ? '' : 's'}` },
  de: { total: 'Summe', days: (days: number) => `innerhalb von ${days} Werktag${days === 1 ? '' : 'en'}` },
  es: {
    total: 'Total',
    days: (days: number) => `en ${days} día${days === 1 ? '' : 's'} laborable${days === 1 ? '' : 's'}`,
  },
  nb: { total: 'Totalt', days: (days: number) => `innen ${days} virkedag${days === 1 ? '' : 'er'}` },
  sv: { total: 'Summa', days: (days: number) => `inom ${days} arbetsdag${days === 1 ? '' : 'ar'}` },
  da: { total: 'I alt', days: (days: number) => `inden for ${days} hverdag${days === 1 ? '' : 'e'}` },
}

export type Words = (typeof words)['en']

export function wordsIn(language: string): Words {
  return nearestWords(words, language)
}
