import type { CatalogueDocument } from '../features/catalogues/collection.ts'
import { applyRange } from '../features/range/applyRange.ts'
import type { VoucherDocument } from '../features/vouchers/document.ts'
import type { App } from '../platform/app.ts'
import { INSPECTIONS } from './inspections.ts'
import { drawPackages } from './packagePictures.ts'
import { demoPackages } from './packages.ts'

/** In the form that a provider writes: omitted fields have their defaults. */
type VoucherInFile = Omit<VoucherDocument, 'rule' | 'oncePerCustomer'> & Partial<VoucherDocument>

const uuid = (number: number) => `c4b1f6a0-53d2-4e0b-9d35-${String(number).padStart(12, '0')}`

/** The printed books of the demo world's school, club and skole. */
const CATALOGUES: Record<string, CatalogueDocument[]> = {
  brightside: [
    {
      uuid: uuid(1),
      names: {
        en: 'Maple Grove yearbook',
        es: 'Anuario de Maple Grove',
        de: 'Jahrbuch der Maple Grove',
        nb: 'Årbok for Maple Grove',
        sv: 'Årsbok för Maple Grove',
        da: 'Årbog for Maple Grove',
      },
      descriptions: {
        en: 'Every class, every teacher and the best moments of the year: 48 pages in colour, bound in cloth.',
        es: 'Todas las clases, todo el profesorado y los mejores momentos del curso: 48 páginas en color, encuadernadas en tela.',
        de: 'Alle Klassen, alle Lehrkräfte und die schönsten Momente des Jahres: 48 farbige Seiten, in Leinen gebunden.',
        nb: 'Alle klasser, alle lærere og årets beste øyeblikk: 48 sider i farger, innbundet i lerret.',
        sv: 'Alla klasser, alla lärare och årets bästa stunder: 48 sidor i färg, inbundna i klot.',
        da: 'Alle klasser, alle lærere og årets bedste øjeblikke: 48 sider i farver, indbundet i lærred.',
      },
      price: 2490,
      maxQuantity: 10,
      deliveryDays: 60,
      jobs: ['Maple Grove Elementary, school pictures'],
    },
    {
      uuid: uuid(2),
      names: {
        en: 'Riverside FC season book',
        es: 'Libro de la temporada del Riverside FC',
        de: 'Saisonbuch des Riverside FC',
        nb: 'Riverside FCs sesongbok',
        sv: 'Riverside FC:s säsongsbok',
        da: 'Riverside FC’s sæsonbog',
      },
      descriptions: {
        en: 'All teams with names and numbers, on 24 pages.',
        es: 'Todos los equipos con nombres y números, en 24 páginas.',
        de: 'Alle Mannschaften mit Namen und Nummern, auf 24 Seiten.',
        nb: 'Alle lag med navn og numre, på 24 sider.',
        sv: 'Alla lag med namn och nummer, på 24 sidor.',
        da: 'Alle hold med navne og numre, på 24 sider.',
      },
      price: 1890,
      maxQuantity: 10,
      deliveryDays: 30,
      jobs: ['Riverside FC, season pictures'],
    },
  ],
  nordlys: [
    {
      uuid: uuid(3),
      names: {
        nb: 'Skolekatalog, Fjellgata skole',
        en: 'Fjellgata school catalogue',
        es: 'Catálogo escolar de Fjellgata',
        de: 'Schulkatalog der Fjellgata skole',
        sv: 'Skolkatalog, Fjellgata skole',
        da: 'Skolekatalog, Fjellgata skole',
      },
      descriptions: {
        nb: 'Alle klassene på Fjellgata, med navn på alle. 36 sider på ubestrøket papir.',
        en: 'All classes at Fjellgata with everybody’s name. 36 pages on uncoated paper.',
        es: 'Todas las clases de Fjellgata con los nombres de todos. 36 páginas en papel sin estucar.',
        de: 'Alle Klassen der Fjellgata skole, mit allen Namen. 36 Seiten auf Naturpapier.',
        sv: 'Alla klasser på Fjellgata med allas namn. 36 sidor på obestruket papper.',
        da: 'Alle klasser på Fjellgata med alles navne. 36 sider på ubestrøget papir.',
      },
      price: 19900,
      maxQuantity: 10,
      deliveryDays: 45,
      jobs: ['Fjellgata skole, klassebilder'],
    },
  ],
}

/** Codes that anybody may try: on the letters of one shop, and for larger orders at the other. */
const VOUCHERS: Record<string, VoucherInFile[]> = {
  brightside: [
    {
      code: 'BRIGHT10',
      names: {
        en: '10 % off, welcome',
        es: '10 % de descuento de bienvenida',
        de: '10 % zur Begrüßung',
        nb: '10 % velkomstrabatt',
        sv: '10 % välkomstrabatt',
        da: '10 % velkomstrabat',
      },
      percent: 10,
    },
    {
      code: 'GRANDMA5',
      names: {
        en: '$5 off for grandparents',
        es: '5 $ de descuento para los abuelos',
        de: '5 $ für die Großeltern',
        nb: '5 dollar til besteforeldre',
        sv: '5 dollar till mor- och farföräldrar',
        da: '5 dollar til bedsteforældre',
      },
      amount: 500,
      least: 3000,
      stock: 500,
      oncePerCustomer: false,
    },
  ],
  nordlys: [
    {
      code: 'NORDLYS50',
      names: {
        nb: '50 kr i rabatt',
        en: '50 kr off',
        es: '50 kr de descuento',
        de: '50 kr Rabatt',
        sv: '50 kr i rabatt',
        da: '50 kr i rabat',
      },
      amount: 5000,
      least: 30000,
    },
  ],
}

const template = (number: number) => `7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c${String(number).padStart(2, '0')}`

/** The products below the cart: the puzzle, the cushion and the frame; the calendar, the puzzle and the mug. */
const PROMOTED: Record<string, number[]> = { brightside: [12, 10, 11], nordlys: [7, 12, 9] }

/** Applies a shop's offers next to its products, as `./portraitkit provider apply` would. */
export async function seedOffers(app: App, provider: string): Promise<void> {
  const pictures = drawPackages(provider)
  const applied = await applyRange(
    app,
    provider,
    {
      catalogues: CATALOGUES[provider] ?? [],
      inspections: INSPECTIONS[provider] ?? [],
      packages: await demoPackages(app, provider),
      promoted: (PROMOTED[provider] ?? []).map((number) => ({ template: template(number) })),
      vouchers: VOUCHERS[provider] ?? [],
    },
    async (name) => (name in pictures ? Buffer.from(pictures[name] as string) : null),
  )
  if ('faults' in applied) throw new Error(`The demo offers are incomplete: ${JSON.stringify(applied.faults)}`)
}
