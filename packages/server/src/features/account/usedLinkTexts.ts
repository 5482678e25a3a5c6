import type { NoticeTexts } from '../../platform/http/noticeTexts.ts'
import type { Texts } from '../../platform/languages.ts'

/** The text for an operator whose link was used or has expired. */
export const usedLinkTexts: Texts<NoticeTexts> = {
  en: {
    title: 'This link cannot be used any more',
    text: 'A link to act as a customer works once and for ten minutes. Make a new one with the command ./portraitkit simulate.',
  },
  de: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Ein Link, um als Kunde zu handeln, gilt einmal und zehn Minuten lang. Machen Sie einen neuen mit dem Befehl ./portraitkit simulate.',
  },
  es: {
    title: 'Este enlace ya no sirve',
    text: 'Un enlace para actuar como cliente sirve una sola vez y durante diez minutos. Cree uno nuevo con el comando ./portraitkit simulate.',
  },
  nb: {
    title: 'Denne lenken kan ikke brukes lenger',
    text: 'En lenke for å handle som kunde virker én gang og i ti minutter. Lag en ny med kommandoen ./portraitkit simulate.',
  },
  sv: {
    title: 'Den här länken kan inte användas längre',
    text: 'En länk för att agera som kund fungerar en gång och i tio minuter. Gör en ny med kommandot ./portraitkit simulate.',
  },
  da: {
    title: 'Dette link kan ikke bruges længere',
    text: 'Et link til at handle som kunde virker én gang og i ti minutter. Lav et nyt med kommandoen ./portraitkit simulate.',
  },
}
