import { nearestTexts } from '../../platform/languages.ts'

/** The few texts of the shop that are part of data rather than of a surface: summary lines, receipts and emails. */
const orderTexts = {
  en: {
    download: 'By download',
    immediately: 'at once',
    total: 'Total',
    nothingToPay: 'Nothing to pay',
    days: (days: number) => `within ${days} business day${days === 1 ? '' : 's'}`,
    rebate: (before: string, saved: string) => `Before ${before} · ${saved} saved`,
  },
  de: {
    download: 'Zum Herunterladen',
    immediately: 'sofort',
    total: 'Summe',
    nothingToPay: 'Nichts zu bezahlen',
    days: (days: number) => `innerhalb von ${days} Werktag${days === 1 ? '' : 'en'}`,
    rebate: (before: string, saved: string) => `Vorher ${before} · ${saved} gespart`,
  },
  es: {
    download: 'Por descarga',
    immediately: 'al instante',
    total: 'Total',
    nothingToPay: 'Nada que pagar',
    days: (days: number) => `en ${days} día${days === 1 ? '' : 's'} laborable${days === 1 ? '' : 's'}`,
    rebate: (before: string, saved: string) => `Antes ${before} · ${saved} de ahorro`,
  },
  nb: {
    download: 'Til nedlasting',
    immediately: 'med en gang',
    total: 'Totalt',
    nothingToPay: 'Ingenting å betale',
    days: (days: number) => `innen ${days} virkedag${days === 1 ? '' : 'er'}`,
    rebate: (before: string, saved: string) => `Før ${before} · ${saved} spart`,
  },
  sv: {
    download: 'För nedladdning',
    immediately: 'direkt',
    total: 'Summa',
    nothingToPay: 'Inget att betala',
    days: (days: number) => `inom ${days} arbetsdag${days === 1 ? '' : 'ar'}`,
    rebate: (before: string, saved: string) => `Tidigare ${before} · ${saved} sparat`,
  },
  da: {
    download: 'Til download',
    immediately: 'med det samme',
    total: 'I alt',
    nothingToPay: 'Intet at betale',
    days: (days: number) => `inden for ${days} hverdag${days === 1 ? '' : 'e'}`,
    rebate: (before: string, saved: string) => `Før ${before} · ${saved} sparet`,
  },
}

export type OrderTexts = (typeof orderTexts)['en']

export function orderTextsIn(language: string): OrderTexts {
  return nearestTexts(orderTexts, language)
}
