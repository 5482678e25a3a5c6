import type { Texts } from '../../platform/languages.ts'

// 001 §8
export const WRONG_CODE: Texts<string> = {
  en: 'The code is not valid',
  de: 'Der Code ist nicht gültig',
  es: 'El código no es válido',
  nb: 'Koden er ikke gyldig',
  sv: 'Koden är inte giltig',
  da: 'Koden er ikke gyldig',
}

/** For the link of a share that has ended, or was cut off on its way. */
export const WRONG_LINK: Texts<string> = {
  en: 'This link does not work any more. Please ask whoever sent it to you for a new one.',
  de: 'Dieser Link funktioniert nicht mehr. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  es: 'Este enlace ya no funciona. Pida uno nuevo a la persona que se lo envió.',
  nb: 'Denne lenken virker ikke lenger. Be den som sendte den, om en ny.',
  sv: 'Den här länken fungerar inte längre. Be den som skickade den om en ny.',
  da: 'Dette link virker ikke længere. Bed den, der sendte det, om et nyt.',
}
