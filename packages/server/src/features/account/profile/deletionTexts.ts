import type { Texts } from '../../../platform/languages.ts'

const en = {
  subject: (shop: string) => `Your account at ${shop} has been deleted`,
  title: 'Your account has been deleted',
  gone: (shop: string, when: string) =>
    `Your account at ${shop} and everything stored with it were deleted on ${when}.`,
  retainedOrders: (orders: string) => `These orders are kept as long as the law requires: ${orders}.`,
  nothing: 'There were no orders to keep.',
  receipt: (uuid: string) => `The number of this receipt is ${uuid}.`,
  notYou: (email: string) => `If it was not you, write to us at ${email}.`,
}

export const deletionTexts: Texts<typeof en> = {
  en,
  nb: {
    subject: (shop) => `Kontoen din hos ${shop} er slettet`,
    title: 'Kontoen din er slettet',
    gone: (shop, when) => `Kontoen din hos ${shop} og det som var lagret med den, ble slettet ${when}.`,
    retainedOrders: (orders) => `Disse bestillingene beholdes så lenge loven krever: ${orders}.`,
    nothing: 'Det var ingen bestillinger å beholde.',
    receipt: (uuid) => `Nummeret på denne kvitteringen er ${uuid}.`,
    notYou: (email) => `Var det ikke deg? Skriv til oss på ${email}.`,
  },
  sv: {
    subject: (shop) => `Ditt konto hos ${shop} är raderat`,
    title: 'Ditt konto är raderat',
    gone: (shop, when) => `Ditt konto hos ${shop} och det som sparats med det raderades ${when}.`,
    retainedOrders: (orders) => `Dessa beställningar sparas så länge lagen kräver: ${orders}.`,
    nothing: 'Det fanns inga beställningar att spara.',
    receipt: (uuid) => `Kvittots nummer är ${uuid}.`,
    notYou: (email) => `Var det inte du? Skriv till oss på ${email}.`,
  },
  da: {
    subject: (shop) => `Din konto hos ${shop} er slettet`,
    title: 'Din konto er slettet',
    gone: (shop, when) => `Din konto hos ${shop} og det, der var gemt med den, blev slettet ${when}.`,
    retainedOrders: (orders) => `Disse bestillinger gemmes, så længe loven kræver det: ${orders}.`,
    nothing: 'Der var ingen bestillinger at gemme.',
    receipt: (uuid) => `Kvitteringens nummer er ${uuid}.`,
    notYou: (email) => `Var det ikke dig? Skriv til os på ${email}.`,
  },
  de: {
    subject: (shop) => `Ihr Konto bei ${shop} wurde gelöscht`,
    title: 'Ihr Konto wurde gelöscht',
    gone: (shop, when) => `Ihr Konto bei ${shop} und was damit gespeichert war, wurde am ${when} gelöscht.`,
    retainedOrders: (orders) => `Diese Bestellungen werden so lange aufbewahrt, wie es das Gesetz verlangt: ${orders}.`,
    nothing: 'Es gab keine Bestellungen, die aufzubewahren wären.',
    receipt: (uuid) => `Die Nummer dieses Belegs ist ${uuid}.`,
    notYou: (email) => `Waren Sie das nicht? Schreiben Sie uns an ${email}.`,
  },
  es: {
    subject: (shop) => `Su cuenta en ${shop} se ha eliminado`,
    title: 'Su cuenta se ha eliminado',
    gone: (shop, when) => `Su cuenta en ${shop} y lo que se guardaba con ella se eliminaron el ${when}.`,
    retainedOrders: (orders) => `Estos pedidos se conservan el tiempo que exige la ley: ${orders}.`,
    nothing: 'No había pedidos que conservar.',
    receipt: (uuid) => `El número de este recibo es ${uuid}.`,
    notYou: (email) => `¿No ha sido usted? Escríbanos a ${email}.`,
  },
}
