import type { Texts } from '../../platform/languages.ts'

/** The texts of cards and class lists. */
const en = {
  card: (number: number) => `Card ${number}`,
  number: 'Card',
  walkIn: 'Walk-in',
  name: 'Name',
  group: 'Class',
  noGroup: 'Without a class',
  notes: 'Notes',
  counts: (people: number, blanks: number) => `${people} on the list, ${blanks} blank`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
}

export type CardTexts = typeof en

export const cardTexts: Texts<CardTexts> = {
  en,
  de: {
    card: (number) => `Karte ${number}`,
    number: 'Karte',
    walkIn: 'Nicht auf der Liste',
    name: 'Name',
    group: 'Klasse',
    noGroup: 'Ohne Klasse',
    notes: 'Notizen',
    counts: (people, blanks) => `${people} auf der Liste, ${blanks} leer`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  es: {
    card: (number) => `Tarjeta ${number}`,
    number: 'Tarjeta',
    walkIn: 'Fuera de la lista',
    name: 'Nombre',
    group: 'Clase',
    noGroup: 'Sin clase',
    notes: 'Notas',
    counts: (people, blanks) => `${people} en la lista, ${blanks} en blanco`,
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
  nb: {
    card: (number) => `Kort ${number}`,
    number: 'Kort',
    walkIn: 'Ikke på listen',
    name: 'Navn',
    group: 'Klasse',
    noGroup: 'Uten klasse',
    notes: 'Notater',
    counts: (people, blanks) => `${people} på listen, ${blanks} blanke`,
    page: (page, pages) => `Side ${page} av ${pages}`,
  },
  sv: {
    card: (number) => `Kort ${number}`,
    number: 'Kort',
    walkIn: 'Inte på listan',
    name: 'Namn',
    group: 'Klass',
    noGroup: 'Utan klass',
    notes: 'Anteckningar',
    counts: (people, blanks) => `${people} på listan, ${blanks} tomma`,
    page: (page, pages) => `Sida ${page} av ${pages}`,
  },
  da: {
    card: (number) => `Kort ${number}`,
    number: 'Kort',
    walkIn: 'Ikke på listen',
    name: 'Navn',
    group: 'Klasse',
    noGroup: 'Uden klasse',
    notes: 'Noter',
    counts: (people, blanks) => `${people} på listen, ${blanks} blanke`,
    page: (page, pages) => `Side ${page} af ${pages}`,
  },
}
