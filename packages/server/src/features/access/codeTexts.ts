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
