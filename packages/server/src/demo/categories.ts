import type { CategoryDocument } from '../features/browsing/categories.ts'
import { applyRange } from '../features/range/applyRange.ts'
import type { App } from '../platform/app.ts'
import { drawTiles } from './tiles.ts'

type NamedCategory = Pick<CategoryDocument, 'internalName' | 'titles'>
const nameCategory = (internalName: string, titles: Record<string, string>): NamedCategory => ({ internalName, titles })

const subCategories = [
  nameCategory('portrait', {
    en: 'Portraits',
    es: 'Retratos',
    de: 'Porträts',
    nb: 'Portretter',
    sv: 'Porträtt',
    da: 'Portrætter',
  }),
  nameCategory('thank-you', { en: 'Thank you', es: 'Gracias', de: 'Danke', nb: 'Takk', sv: 'Tack', da: 'Tak' }),
  nameCategory('school-year', {
    en: 'School year',
    es: 'Año escolar',
    de: 'Schuljahr',
    nb: 'Skoleår',
    sv: 'Skolår',
    da: 'Skoleår',
  }),
  nameCategory('fun', {
    en: 'Just for fun',
    es: 'Por diversión',
    de: 'Einfach so',
    nb: 'Bare for moro',
    sv: 'På skoj',
    da: 'For sjov',
  }),
  nameCategory('christmas', { en: 'Christmas', es: 'Navidad', de: 'Weihnachten', nb: 'Jul', sv: 'Jul', da: 'Jul' }),
]

/** What both shops sell, each in its own languages. */
const CATEGORIES: readonly CategoryDocument[] = [
  {
    ...nameCategory('cards', { en: 'Cards', es: 'Tarjetas', de: 'Karten', nb: 'Kort', sv: 'Kort', da: 'Kort' }),
    descriptions: {
      en: 'A picture in the post still makes a day.',
      es: 'Una foto en el buzón todavía alegra el día.',
      de: 'Ein Bild in der Post macht noch immer Freude.',
      nb: 'Et bilde i posten gleder fortsatt.',
      sv: 'En bild i brevlådan gläder fortfarande.',
      da: 'Et billede i postkassen glæder stadig.',
    },
    image: 'cards',
    subCategories: subCategories.map((one) => ({ ...one, ...(one.internalName === 'portrait' && { default: true }) })),
  },
  {
    ...nameCategory('calendar', {
      en: 'Calendars',
      es: 'Calendarios',
      de: 'Kalender',
      nb: 'Kalendere',
      sv: 'Kalendrar',
      da: 'Kalendere',
    }),
    descriptions: {
      en: 'Twelve months on the wall, with the days that matter to you.',
      es: 'Doce meses en la pared, con los días que le importan.',
      de: 'Zwölf Monate an der Wand, mit den Tagen, die Ihnen wichtig sind.',
      nb: 'Tolv måneder på veggen, med dagene som betyr noe for deg.',
      sv: 'Tolv månader på väggen, med dagarna som betyder något för dig.',
      da: 'Tolv måneder på væggen, med de dage, der betyder noget for dig.',
    },
    image: 'calendar',
  },
  {
    ...nameCategory('mugs', { en: 'Mugs', es: 'Tazas', de: 'Tassen', nb: 'Krus', sv: 'Muggar', da: 'Krus' }),
    descriptions: {
      en: 'The first smile of the morning.',
      es: 'La primera sonrisa de la mañana.',
      de: 'Das erste Lächeln am Morgen.',
      nb: 'Dagens første smil.',
      sv: 'Dagens första leende.',
      da: 'Dagens første smil.',
    },
    image: 'mugs',
  },
  {
    ...nameCategory('home', {
      en: 'For the home',
      es: 'Para la casa',
      de: 'Für zu Hause',
      nb: 'Til hjemmet',
      sv: 'Till hemmet',
      da: 'Til hjemmet',
    }),
    descriptions: {
      en: 'Framed on the wall, or soft on the sofa.',
      es: 'Enmarcada en la pared o blanda en el sofá.',
      de: 'Gerahmt an der Wand oder weich auf dem Sofa.',
      nb: 'I ramme på veggen, eller mykt i sofaen.',
      sv: 'Inramat på väggen, eller mjukt i soffan.',
      da: 'I ramme på væggen eller blødt i sofaen.',
    },
    image: 'home',
  },
  {
    ...nameCategory('play', { en: 'Play', es: 'Jugar', de: 'Spielen', nb: 'Lek', sv: 'Lek', da: 'Leg' }),
    descriptions: {
      en: 'A puzzle with a face that everybody knows.',
      es: 'Un puzle con una cara que todos conocen.',
      de: 'Ein Puzzle mit einem Gesicht, das alle kennen.',
      nb: 'Et puslespill med et ansikt alle kjenner.',
      sv: 'Ett pussel med ett ansikte som alla känner.',
      da: 'Et puslespil med et ansigt, alle kender.',
    },
    image: 'play',
  },
  {
    ...nameCategory('digitalprint', {
      en: 'Digital portraits',
      es: 'Retratos digitales',
      de: 'Digitale Porträts',
      nb: 'Digitale portretter',
      sv: 'Digitala porträtt',
      da: 'Digitale portrætter',
    }),
    descriptions: {
      en: 'Every picture at its full size, to keep and to share.',
      es: 'Cada foto a tamaño completo, para guardar y compartir.',
      de: 'Jedes Bild in voller Größe, zum Aufheben und Teilen.',
      nb: 'Hvert bilde i full størrelse, til å ta vare på og dele.',
      sv: 'Varje bild i full storlek, att spara och dela.',
      da: 'Hvert billede i fuld størrelse, til at gemme og dele.',
    },
    image: 'digitalprint',
  },
  {
    ...nameCategory('catalogues', {
      en: 'Catalogues',
      es: 'Catálogos',
      de: 'Kataloge',
      nb: 'Kataloger',
      sv: 'Kataloger',
      da: 'Kataloger',
    }),
    descriptions: {
      en: 'Everybody of the class or the club in one book.',
      es: 'Toda la clase o todo el club en un libro.',
      de: 'Die ganze Klasse oder der ganze Verein in einem Buch.',
      nb: 'Hele klassen eller hele klubben i én bok.',
      sv: 'Hela klassen eller hela klubben i en bok.',
      da: 'Hele klassen eller hele klubben i én bog.',
    },
    image: 'catalogues',
  },
]

/** Draws the tiles of a shop and applies its categories as `./portraitkit provider apply` would. */
export async function seedCategories(app: App, provider: string): Promise<void> {
  const tiles = drawTiles(provider)
  const applied = await applyRange(app, provider, { categories: CATEGORIES }, async (name) =>
    name in tiles ? Buffer.from(tiles[name] as string) : null,
  )
  if ('faults' in applied) throw new Error(`The demo range is incomplete: ${JSON.stringify(applied.faults)}`)
}
