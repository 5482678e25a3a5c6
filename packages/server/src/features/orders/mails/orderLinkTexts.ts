import type { Texts } from '../../../platform/languages.ts'

const en = {
  unproved:
    'You can find the order in your account. Once you have confirmed your address, our emails link to it. Your account can send you the email for that.',
  another: 'The order is in the account with which it was placed.',
}

export const orderLinkTexts: Texts<typeof en> = {
  en,
  de: {
    unproved:
      'Sie finden die Bestellung in Ihrem Konto. Unsere E-Mails enthalten Links dorthin, sobald Sie Ihre Adresse bestätigt haben: Ihr Konto sendet Ihnen dafür eine E-Mail.',
    another: 'Die Bestellung ist in dem Konto, mit dem sie aufgegeben wurde.',
  },
  es: {
    unproved:
      'Encontrará el pedido en su cuenta. Nuestros correos llevan enlaces a él cuando haya confirmado su dirección: desde su cuenta puede pedir un correo para ello.',
    another: 'El pedido está en la cuenta con la que se hizo.',
  },
  nb: {
    unproved:
      'Du finner bestillingen i kontoen din. E-postene våre har lenker til den når du har bekreftet adressen din: Kontoen din sender deg en e-post om det.',
    another: 'Bestillingen er i kontoen den ble gjort med.',
  },
  sv: {
    unproved:
      'Du hittar beställningen i ditt konto. Våra mejl har länkar till den när du har bekräftat din adress: ditt konto skickar ett mejl till dig om det.',
    another: 'Beställningen finns i kontot som den gjordes med.',
  },
  da: {
    unproved:
      'Du finder bestillingen i din konto. Vores mails har links til den, når du har bekræftet din adresse: Din konto sender dig en mail om det.',
    another: 'Bestillingen er i den konto, den blev lavet med.',
  },
}
