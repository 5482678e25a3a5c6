import type { Texts } from '../languages.ts'

/** The line above the contact details at the end of every email. */
export const contactTexts: Texts<(shop: string) => string> = {
  en: (shop) => `Questions? ${shop} is glad to help:`,
  de: (shop) => `Fragen? ${shop} hilft gern:`,
  es: (shop) => `¿Preguntas? ${shop} le ayuda con gusto:`,
  nb: (shop) => `Spørsmål? ${shop} hjelper gjerne:`,
  sv: (shop) => `Frågor? ${shop} hjälper gärna till:`,
  da: (shop) => `Spørgsmål? ${shop} hjælper gerne:`,
}
