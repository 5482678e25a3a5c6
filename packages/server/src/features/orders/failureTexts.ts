import type { FailureTexts } from '../../platform/failureTexts.ts'

export const ordersFailureTexts: FailureTexts = {
  de: {
    'orders.unknown': 'Diese Bestellung ist nicht unter Ihren Bestellungen.',
  },
  es: {
    'orders.unknown': 'No hemos encontrado este pedido entre los suyos.',
  },
  nb: {
    'orders.unknown': 'Vi fant ikke denne bestillingen blant dine.',
  },
  sv: {
    'orders.unknown': 'Vi hittade inte den här beställningen bland dina.',
  },
  da: {
    'orders.unknown': 'Vi fandt ikke denne bestilling blandt dine.',
  },
}
