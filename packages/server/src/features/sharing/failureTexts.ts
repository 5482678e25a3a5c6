import type { FailureTexts } from '../../platform/failureTexts.ts'

export const sharingFailureTexts: FailureTexts = {
  de: { 'sharing.unknown': 'Das ist nicht unter dem, was Sie teilen.' },
  es: { 'sharing.unknown': 'No lo hemos encontrado entre lo que usted comparte.' },
  nb: { 'sharing.unknown': 'Vi fant ikke dette blant det du deler.' },
  sv: { 'sharing.unknown': 'Vi hittade inte det här bland det du delar.' },
  da: { 'sharing.unknown': 'Vi fandt ikke dette blandt det, du deler.' },
}
