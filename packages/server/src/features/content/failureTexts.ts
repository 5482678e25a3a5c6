import type { FailureTexts } from '../../platform/failureTexts.ts'

export const contentFailureTexts: FailureTexts = {
  de: {
    'content.unknown': 'Seite nicht gefunden',
    'content.no_policy': 'Dieser Shop hat keine eigene Datenschutzerklärung.',
  },
  es: {
    'content.unknown': 'Página no encontrada',
    'content.no_policy': 'Esta tienda no tiene una política de privacidad propia.',
  },
  nb: {
    'content.unknown': 'Siden ble ikke funnet',
    'content.no_policy': 'Denne butikken har ingen egen personvernerklæring.',
  },
  sv: {
    'content.unknown': 'Sidan hittades inte',
    'content.no_policy': 'Den här butiken har ingen egen integritetspolicy.',
  },
  da: {
    'content.unknown': 'Siden blev ikke fundet',
    'content.no_policy': 'Denne butik har ingen egen privatlivspolitik.',
  },
}
