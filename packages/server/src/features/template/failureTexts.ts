import type { FailureTexts } from '../../platform/failureTexts.ts'

export const templateFailureTexts: FailureTexts = {
  de: {
    'template.unknown': 'Dieses Design gibt es nicht mehr.',
  },
  es: {
    'template.unknown': 'Este diseño ya no está disponible.',
  },
  nb: {
    'template.unknown': 'Dette designet finnes ikke lenger.',
  },
  sv: {
    'template.unknown': 'Den här designen finns inte längre.',
  },
  da: {
    'template.unknown': 'Dette design findes ikke længere.',
  },
}
