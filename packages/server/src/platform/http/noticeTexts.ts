import type { Texts } from '../languages.ts'

/** The title of a page, and what to do next. */
export type NoticeTexts = { title: string; text: string }

type NoticeTable = NoticeTexts & { toShop: (shop: string) => string }

/** For an address that leads nowhere, if nothing more is known about it. */
export const brokenLinkTexts: Texts<NoticeTable> = {
  en: {
    title: 'There is no such page',
    text: 'The address is incomplete, or what it led to no longer exists. If it came in an email or a message, open it there again.',
    toShop: (shop) => `To ${shop}`,
  },
  de: {
    title: 'Diese Seite gibt es nicht',
    text: 'Die Adresse ist nicht vollständig, oder was sie zeigte, gibt es nicht mehr. Kam sie mit einer E-Mail oder Nachricht, öffnen Sie sie dort noch einmal.',
    toShop: (shop) => `Zu ${shop}`,
  },
  es: {
    title: 'Esta página no está aquí',
    text: 'La dirección no está completa o lo que mostraba ya no existe. Si le llegó en un correo o un mensaje, ábrala de nuevo desde allí.',
    toShop: (shop) => `Ir a ${shop}`,
  },
  nb: {
    title: 'Denne siden finnes ikke',
    text: 'Adressen er ikke fullstendig, eller det den førte til, finnes ikke lenger. Kom den i en e-post eller en melding, åpne den derfra en gang til.',
    toShop: (shop) => `Til ${shop}`,
  },
  sv: {
    title: 'Den här sidan finns inte',
    text: 'Adressen är inte fullständig, eller så finns det som den ledde till inte längre. Kom den i ett mejl eller ett meddelande, öppna den därifrån en gång till.',
    toShop: (shop) => `Till ${shop}`,
  },
  da: {
    title: 'Denne side findes ikke',
    text: 'Adressen er ikke fuldstændig, eller det, den førte til, findes ikke længere. Kom den i en mail eller en besked, så åbn den derfra en gang til.',
    toShop: (shop) => `Til ${shop}`,
  },
}
