import type { Texts } from '../../../platform/languages.ts'

/** The texts of the email about a refund or a withdrawn invoice. English defines the keys: every language has the same ones. */
const en = {
  subject: (shop: string, reference: string) => `Your order ${reference} at ${shop} was refunded`,
  title: 'Your money is on its way back',
  cancelledSubject: (shop: string, reference: string) => `Your order ${reference} at ${shop} was cancelled`,
  cancelledTitle: 'Your order is cancelled',
  charged: (reference: string, amount: string) =>
    `We have refunded everything that you paid for your order ${reference}: ${amount}. It goes to the card or account that you paid with; your bank may take a few days to show it.`,
  invoiced: (reference: string, amount: string) =>
    `Your order ${reference} for ${amount} was cancelled, and its invoice is withdrawn. You need not pay it; if you have paid it already, you will get your money back.`,
  downloads: 'Its files can no longer be downloaded.',
  see: 'See your order',
}

export type RefundTexts = typeof en

export const refundTexts: Texts<RefundTexts> = {
  en,
  de: {
    subject: (shop, reference) => `Ihre Bestellung ${reference} bei ${shop} wurde erstattet`,
    title: 'Ihr Geld ist auf dem Weg zurück',
    cancelledSubject: (shop, reference) => `Ihre Bestellung ${reference} bei ${shop} wurde storniert`,
    cancelledTitle: 'Ihre Bestellung ist storniert',
    charged: (reference, amount) =>
      `Wir haben Ihnen alles zurückgegeben, was Sie für Ihre Bestellung ${reference} bezahlt haben: ${amount}. Es geht an die Karte oder das Konto, womit Sie bezahlt haben; bis Ihre Bank es zeigt, können einige Tage vergehen.`,
    invoiced: (reference, amount) =>
      `Ihre Bestellung ${reference} über ${amount} wurde storniert und ihre Rechnung zurückgezogen. Sie müssen sie nicht bezahlen; haben Sie es schon getan, so kommt Ihr Geld zurück.`,
    downloads: 'Was dazu als Datei herunterzuladen war, kann nicht mehr heruntergeladen werden.',
    see: 'Bestellung ansehen',
  },
  es: {
    subject: (shop, reference) => `Su pedido ${reference} en ${shop} ha sido reembolsado`,
    title: 'Su dinero está en camino de vuelta',
    cancelledSubject: (shop, reference) => `Su pedido ${reference} en ${shop} ha sido anulado`,
    cancelledTitle: 'Su pedido está anulado',
    charged: (reference, amount) =>
      `Le hemos devuelto todo lo que pagó por su pedido ${reference}: ${amount}. Va a la tarjeta o cuenta con la que pagó; su banco puede tardar unos días en mostrarlo.`,
    invoiced: (reference, amount) =>
      `Su pedido ${reference} de ${amount} y su factura han sido anulados. No tiene que pagarla; si ya la ha pagado, se le devolverá el dinero.`,
    downloads: 'Los archivos que incluía para descargar ya no se pueden descargar.',
    see: 'Ver el pedido',
  },
  nb: {
    subject: (shop, reference) => `Bestillingen din ${reference} hos ${shop} er refundert`,
    title: 'Pengene dine er på vei tilbake',
    cancelledSubject: (shop, reference) => `Bestillingen din ${reference} hos ${shop} er kansellert`,
    cancelledTitle: 'Bestillingen din er kansellert',
    charged: (reference, amount) =>
      `Vi har betalt tilbake alt du betalte for bestillingen ${reference}: ${amount}. Pengene går til kortet eller kontoen du betalte med; det kan ta noen dager før banken viser dem.`,
    invoiced: (reference, amount) =>
      `Bestillingen ${reference} på ${amount} er kansellert, og fakturaen er trukket tilbake. Du trenger ikke å betale den; har du allerede betalt, får du pengene tilbake.`,
    downloads: 'Filene som fulgte med, kan ikke lenger lastes ned.',
    see: 'Se bestillingen',
  },
  sv: {
    subject: (shop, reference) => `Din beställning ${reference} hos ${shop} har återbetalats`,
    title: 'Dina pengar är på väg tillbaka',
    cancelledSubject: (shop, reference) => `Din beställning ${reference} hos ${shop} har avbokats`,
    cancelledTitle: 'Din beställning är avbokad',
    charged: (reference, amount) =>
      `Vi har betalat tillbaka allt du betalade för beställningen ${reference}: ${amount}. Pengarna går till kortet eller kontot du betalade med; det kan ta några dagar innan banken visar dem.`,
    invoiced: (reference, amount) =>
      `Beställningen ${reference} på ${amount} har avbokats och fakturan har dragits tillbaka. Du behöver inte betala den; har du redan betalat får du pengarna tillbaka.`,
    downloads: 'Filerna som ingick kan inte längre laddas ner.',
    see: 'Se beställningen',
  },
  da: {
    subject: (shop, reference) => `Din bestilling ${reference} hos ${shop} er refunderet`,
    title: 'Dine penge er på vej tilbage',
    cancelledSubject: (shop, reference) => `Din bestilling ${reference} hos ${shop} er annulleret`,
    cancelledTitle: 'Din bestilling er annulleret',
    charged: (reference, amount) =>
      `Vi har betalt alt tilbage, som du betalte for bestillingen ${reference}: ${amount}. Pengene går til kortet eller kontoen, du betalte med; der kan gå nogle dage, før banken viser dem.`,
    invoiced: (reference, amount) =>
      `Bestillingen ${reference} på ${amount} er annulleret, og fakturaen er trukket tilbage. Du skal ikke betale den; har du allerede betalt, får du pengene tilbage.`,
    downloads: 'Filerne, der fulgte med, kan ikke længere hentes.',
    see: 'Se bestillingen',
  },
}
