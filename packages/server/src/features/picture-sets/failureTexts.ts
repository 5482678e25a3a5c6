import type { FailureTexts } from '../../platform/failureTexts.ts'

export const pictureSetsFailureTexts: FailureTexts = {
  de: {
    'picture-sets.unknown': 'Dieses Fotoset ist nicht unter Ihren Fotosets.',
  },
  es: {
    'picture-sets.unknown': 'No hemos encontrado esta serie de fotos entre las suyas.',
  },
  nb: {
    'picture-sets.unknown': 'Vi fant ikke dette bildesettet blant dine.',
  },
  sv: {
    'picture-sets.unknown': 'Vi hittade inte det här bildsetet bland dina.',
  },
  da: {
    'picture-sets.unknown': 'Vi fandt ikke dette billedsæt blandt dine.',
  },
}
