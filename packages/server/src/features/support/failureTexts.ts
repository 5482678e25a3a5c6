import type { FailureTexts } from '../../platform/failureTexts.ts'

export const supportFailureTexts: FailureTexts = {
  de: {
    'support.ended': 'Diese Aufzeichnung ist beendet.',
  },
  es: {
    'support.ended': 'Esta grabación ha terminado.',
  },
  nb: {
    'support.ended': 'Dette opptaket er avsluttet.',
  },
  sv: {
    'support.ended': 'Den här inspelningen är avslutad.',
  },
  da: {
    'support.ended': 'Denne optagelse er slut.',
  },
}
