import type { FailureTexts } from '../../platform/failureTexts.ts'

export const retakesFailureTexts: FailureTexts = {
  de: {
    'retakes.unknown': 'Dieses neue Bild ist nicht unter Ihren Bildern.',
    'retakes.over': 'Der letzte Tag für die Entscheidung ist vorbei: Ihre Bestellung bleibt, wie sie ist.',
    'retakes.changed':
      'Das neue Bild hat sich inzwischen geändert. Bitte sehen Sie es sich noch einmal an, bevor Sie entscheiden.',
  },
  es: {
    'retakes.unknown': 'No hemos encontrado esta nueva foto entre las suyas.',
    'retakes.over': 'El último día para decidir ha pasado: su pedido queda como está.',
    'retakes.changed': 'La nueva foto ha cambiado mientras tanto. Mírela de nuevo antes de decidir.',
  },
  nb: {
    'retakes.unknown': 'Vi fant ikke dette nye bildet blant dine.',
    'retakes.over': 'Siste dag for å bestemme seg er over: Bestillingen din blir som den er.',
    'retakes.changed': 'Det nye bildet er endret i mellomtiden. Se på det en gang til før du bestemmer deg.',
  },
  sv: {
    'retakes.unknown': 'Vi hittade inte den här nya bilden bland dina.',
    'retakes.over': 'Den sista dagen att bestämma sig har passerat: din beställning blir som den är.',
    'retakes.changed': 'Den nya bilden har ändrats under tiden. Titta på den igen innan du bestämmer dig.',
  },
  da: {
    'retakes.unknown': 'Vi fandt ikke dette nye billede blandt dine.',
    'retakes.over': 'Sidste dag at bestemme sig er forbi: Din bestilling bliver, som den er.',
    'retakes.changed': 'Det nye billede er ændret i mellemtiden. Se på det igen, før du bestemmer dig.',
  },
}
