import { categories } from '../features/browsing/collection.ts'
import type { AnyPackage, ItemDocument } from '../features/photo-packages/document.ts'
import type { App } from '../platform/app.ts'

const DAY_MS = 24 * 3600 * 1000
const uuid = (number: number) => `9b5e1c70-4d2f-4a86-b1c3-${String(number).padStart(12, '0')}`
const template = (number: number) => `7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c${String(number).padStart(2, '0')}`

/** In minor units of each shop's currency, by package; the catalogue is that of its school. */
const SHOPS: Record<
  string,
  { prices: { grandparents: number; forNow: number; year: number; winter: number }; catalogue: string }
> = {
  brightside: {
    prices: { grandparents: 6990, forNow: 5990, year: 7490, winter: 2990 },
    catalogue: 'c4b1f6a0-53d2-4e0b-9d35-000000000001',
  },
  nordlys: {
    prices: { grandparents: 74900, forNow: 64900, year: 74900, winter: 29900 },
    catalogue: 'c4b1f6a0-53d2-4e0b-9d35-000000000003',
  },
}

/** Prints of these templates, named by their numbers. */
const printItems = (first: number, ...numbers: number[]): ItemDocument[] =>
  numbers.map((number, index) => ({
    type: 'TEMPLATE_PRODUCT',
    uuid: uuid(first + index),
    template: template(number),
    canChangeTemplate: number === 4 || number === 1,
  }))

/** Three packages and a link: one package at a reduced price until the weekend after next, one that is sold out. */
export async function demoPackages(app: App, provider: string): Promise<AnyPackage[]> {
  const { prices, catalogue } = SHOPS[provider] as (typeof SHOPS)[string]
  const mugs = await categories.find(app, provider, 'mugs')
  const until = new Date(app.clock().getTime() + 9 * DAY_MS).toISOString()
  return [
    {
      type: 'package',
      uuid: uuid(1),
      names: {
        en: 'For grandparents',
        es: 'Para los abuelos',
        de: 'Für die Großeltern',
        nb: 'Til besteforeldre',
        sv: 'Till mor- och farföräldrar',
        da: 'Til bedsteforældre',
      },
      descriptions: {
        en: 'A frame for the wall, two cards to send, and every picture to keep.',
        es: 'Un marco para la pared, dos tarjetas para enviar y todas las fotos para guardar.',
        de: 'Ein Rahmen für die Wand, zwei Karten zum Verschicken und alle Bilder zum Behalten.',
        nb: 'En ramme til veggen, to kort å sende og alle bildene å ta vare på.',
        sv: 'En ram till väggen, två kort att skicka och alla bilder att spara.',
        da: 'En ramme til væggen, to kort at sende og alle billeder at gemme.',
      },
      image: 'grandparents',
      price: prices.grandparents,
      timeLimited: { price: prices.forNow, until },
      allowSubjectChange: 4,
      items: [...printItems(101, 11, 1, 4), { type: 'DIGITAL_SET', uuid: uuid(104) }],
    },
    {
      type: 'package',
      uuid: uuid(2),
      names: {
        en: 'The whole year',
        es: 'Todo el año',
        de: 'Das ganze Jahr',
        nb: 'Hele året',
        sv: 'Hela året',
        da: 'Hele året',
      },
      descriptions: {
        en: 'Calendar, two cards, the book of the school, and every picture to download.',
        es: 'Calendario, dos tarjetas, el libro del colegio y todas las fotos para descargar.',
        de: 'Kalender, zwei Karten, das Buch der Schule und alle Bilder zum Herunterladen.',
        nb: 'Kalender, to kort, skolens bok og alle bildene til nedlasting.',
        sv: 'Kalender, två kort, skolans bok och alla bilder att ladda ner.',
        da: 'Kalender, to kort, skolens bog og alle billeder til download.',
      },
      image: 'year',
      price: prices.year,
      allowSubjectChange: 2,
      items: [
        ...printItems(201, 7, 4, 5),
        { type: 'CATALOGUE', uuid: uuid(204), catalogue },
        { type: 'DIGITAL_SET', uuid: uuid(205) },
      ],
    },
    {
      type: 'package',
      uuid: uuid(3),
      names: {
        en: 'Winter evenings',
        es: 'Noches de invierno',
        de: 'Winterabende',
        nb: 'Vinterkvelder',
        sv: 'Vinterkvällar',
        da: 'Vinteraftener',
      },
      descriptions: {
        en: 'A puzzle for the table and two cards with winter light.',
        es: 'Un puzle para la mesa y dos tarjetas con luz de invierno.',
        de: 'Ein Puzzle für den Tisch und zwei Karten mit Winterlicht.',
        nb: 'Et puslespill til bordet og to kort med vinterlys.',
        sv: 'Ett pussel till bordet och två kort med vinterljus.',
        da: 'Et puslespil til bordet og to kort med vinterlys.',
      },
      image: 'winter',
      price: prices.winter,
      allowSubjectChange: 1,
      disabled: {
        en: 'Sold out this year. It is back next autumn.',
        es: 'Agotado este año. Vuelve el próximo otoño.',
        de: 'In diesem Jahr ausverkauft. Im nächsten Herbst ist es wieder da.',
        nb: 'Utsolgt i år. Den er tilbake neste høst.',
        sv: 'Slutsåld i år. Tillbaka nästa höst.',
        da: 'Udsolgt i år. Den er tilbage næste efterår.',
      },
      items: printItems(301, 12, 6, 6),
    },
    {
      type: 'link',
      uuid: uuid(4),
      names: {
        en: 'For the breakfast table',
        es: 'Para la mesa del desayuno',
        de: 'Für den Frühstückstisch',
        nb: 'Til frokostbordet',
        sv: 'Till frukostbordet',
        da: 'Til morgenbordet',
      },
      descriptions: {
        en: 'Mugs with a face that everybody in the house knows.',
        es: 'Tazas con una cara que todos conocen en casa.',
        de: 'Tassen mit einem Gesicht, das alle im Haus kennen.',
        nb: 'Krus med et ansikt alle i huset kjenner.',
        sv: 'Muggar med ett ansikte som alla i huset känner.',
        da: 'Krus med et ansigt, som alle i huset kender.',
      },
      ...(mugs?.image && { image: mugs.image }),
      linkTexts: {
        en: 'See the mugs',
        es: 'Ver las tazas',
        de: 'Tassen ansehen',
        nb: 'Se krusene',
        sv: 'Se muggarna',
        da: 'Se krusene',
      },
      linkInfo: { type: 'photogifts.category', category: 'mugs' },
    },
  ]
}
