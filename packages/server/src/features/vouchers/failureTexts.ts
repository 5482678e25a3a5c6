import type { FailureTexts } from '../../platform/failureTexts.ts'

export const vouchersFailureTexts: FailureTexts = {
  de: {
    'voucher.unknown': 'Diesen Code kennen wir nicht. Bitte prüfen Sie, wie er geschrieben wird.',
    'voucher.not_now': 'Dieser Code kann gerade nicht verwendet werden.',
    'voucher.used': 'Diesen Code haben Sie schon verwendet. Er gilt einmal.',
    'voucher.used_up': 'Dieser Code ist aufgebraucht.',
    'voucher.other_products': 'Dieser Code gilt für andere Produkte als die in Ihrem Warenkorb.',
    'voucher.least': 'Dieser Code gilt ab {price}.',
  },
  es: {
    'voucher.unknown': 'No conocemos este código. Compruebe cómo se escribe.',
    'voucher.not_now': 'Este código no se puede usar en este momento.',
    'voucher.used': 'Ya ha usado este código. Solo se puede usar una vez.',
    'voucher.used_up': 'Este código está agotado.',
    'voucher.other_products': 'Este código es para otros productos que los de su cesta.',
    'voucher.least': 'Este código se puede usar a partir de {price}.',
  },
  nb: {
    'voucher.unknown': 'Vi kjenner ikke denne koden. Sjekk hvordan den skrives.',
    'voucher.not_now': 'Denne koden kan ikke brukes akkurat nå.',
    'voucher.used': 'Du har brukt denne koden før. Den kan brukes én gang.',
    'voucher.used_up': 'Denne koden er brukt opp.',
    'voucher.other_products': 'Denne koden gjelder andre produkter enn dem i handlekurven din.',
    'voucher.least': 'Denne koden kan brukes fra {price}.',
  },
  sv: {
    'voucher.unknown': 'Vi känner inte till den här koden. Kontrollera hur den skrivs.',
    'voucher.not_now': 'Den här koden kan inte användas just nu.',
    'voucher.used': 'Du har redan använt den här koden. Den kan användas en gång.',
    'voucher.used_up': 'Den här koden är slut.',
    'voucher.other_products': 'Den här koden gäller andra produkter än dem i din varukorg.',
    'voucher.least': 'Den här koden kan användas från {price}.',
  },
  da: {
    'voucher.unknown': 'Vi kender ikke denne kode. Tjek, hvordan den skrives.',
    'voucher.not_now': 'Denne kode kan ikke bruges lige nu.',
    'voucher.used': 'Du har brugt denne kode før. Den kan bruges én gang.',
    'voucher.used_up': 'Denne kode er brugt op.',
    'voucher.other_products': 'Denne kode gælder andre produkter end dem i din kurv.',
    'voucher.least': 'Denne kode kan bruges fra {price}.',
  },
}
