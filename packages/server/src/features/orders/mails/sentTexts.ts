import type { Texts } from '../../../platform/languages.ts'

/** The texts of the email about an order that was sent. English defines the keys: every language has the same ones. */
const en = {
  subject: (shop: string, reference: string) => `Your order ${reference} at ${shop} is on its way`,
  title: 'Your order is on its way',
  toAddress: (reference: string, place: string) => `We have sent your order ${reference} to ${place}.`,
  toStore: (reference: string, place: string) =>
    `We have sent your order ${reference} to the place where you pick it up: ${place}.`,
  toSchool: (reference: string, school: string, child: string) =>
    `We have sent your order ${reference} to ${school}, where it is handed out: ${child}.`,
  see: 'See your order',
}

export type SentTexts = typeof en

export const sentTexts: Texts<SentTexts> = {
  en,
  de: {
    subject: (shop, reference) => `Ihre Bestellung ${reference} bei ${shop} ist unterwegs`,
    title: 'Ihre Bestellung ist unterwegs',
    toAddress: (reference, place) => `Wir haben Ihre Bestellung ${reference} an diese Adresse gesandt: ${place}.`,
    toStore: (reference, place) =>
      `Wir haben Ihre Bestellung ${reference} dorthin gesandt, wo Sie sie abholen wollten: ${place}.`,
    toSchool: (reference, school, child) =>
      `Wir haben Ihre Bestellung ${reference} an ${school} gesandt, wo sie ausgeteilt wird: ${child}.`,
    see: 'Bestellung ansehen',
  },
  es: {
    subject: (shop, reference) => `Su pedido ${reference} en ${shop} está en camino`,
    title: 'Su pedido está en camino',
    toAddress: (reference, place) => `Hemos enviado su pedido ${reference} a esta dirección: ${place}.`,
    toStore: (reference, place) => `Hemos enviado su pedido ${reference} al lugar donde quería recogerlo: ${place}.`,
    toSchool: (reference, school, child) =>
      `Hemos enviado su pedido ${reference} a ${school}, donde se entregará: ${child}.`,
    see: 'Ver el pedido',
  },
  nb: {
    subject: (shop, reference) => `Bestillingen din ${reference} hos ${shop} er på vei`,
    title: 'Bestillingen din er på vei',
    toAddress: (reference, place) => `Vi har sendt bestillingen ${reference} til ${place}.`,
    toStore: (reference, place) => `Vi har sendt bestillingen ${reference} dit du ville hente den: ${place}.`,
    toSchool: (reference, school, child) =>
      `Vi har sendt bestillingen ${reference} til ${school}, der den deles ut: ${child}.`,
    see: 'Se bestillingen',
  },
  sv: {
    subject: (shop, reference) => `Din beställning ${reference} hos ${shop} är på väg`,
    title: 'Din beställning är på väg',
    toAddress: (reference, place) => `Vi har skickat din beställning ${reference} till ${place}.`,
    toStore: (reference, place) => `Vi har skickat din beställning ${reference} dit du ville hämta den: ${place}.`,
    toSchool: (reference, school, child) =>
      `Vi har skickat din beställning ${reference} till ${school}, där den delas ut: ${child}.`,
    see: 'Visa beställningen',
  },
  da: {
    subject: (shop, reference) => `Din bestilling ${reference} hos ${shop} er på vej`,
    title: 'Din bestilling er på vej',
    toAddress: (reference, place) => `Vi har sendt din bestilling ${reference} til ${place}.`,
    toStore: (reference, place) =>
      `Vi har sendt din bestilling ${reference} derhen, hvor du ville hente den: ${place}.`,
    toSchool: (reference, school, child) =>
      `Vi har sendt din bestilling ${reference} til ${school}, hvor den deles ud: ${child}.`,
    see: 'Se bestillingen',
  },
}
