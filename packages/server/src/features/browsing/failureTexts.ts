import type { FailureTexts } from '../../platform/failureTexts.ts'

export const browsingFailureTexts: FailureTexts = {
  de: {
    'browsing.unknown_category': 'Diese Kategorie gibt es im Shop nicht mehr.',
  },
  es: {
    'browsing.unknown_category': 'Esta categoría ya no está en la tienda.',
  },
  nb: {
    'browsing.unknown_category': 'Denne kategorien finnes ikke lenger i butikken.',
  },
  sv: {
    'browsing.unknown_category': 'Den här kategorin finns inte längre i butiken.',
  },
  da: {
    'browsing.unknown_category': 'Denne kategori findes ikke længere i butikken.',
  },
}
