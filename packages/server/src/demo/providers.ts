import { readFile } from 'node:fs/promises'
import { CATALOGUE_TYPE } from '@portraitkit/core/products/specialProducts.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import type { ModalName, RouteName } from '@portraitkit/core/routes.ts'
import type { Provider } from '../platform/provider/document.ts'
import { BOSTON_ADDRESSES, brightsideDeliveries, nordlysDeliveries } from './deliveries.ts'
import { americanHolidays, norwegianHolidays } from './holidays.ts'

/** The two providers of the demo world: two companies that have nothing in common except the software. */

type Surroundings = {
  /** The address of the shop on this machine. */
  port: number
  /** The address of the photographer's own page. */
  pagePort: number
  /** Start of the two weeks in which express is available. */
  now: Date
}

const NO_OPTIONS: Provider['options'] = {
  acceptMailDefaultOn: false,
  disableAcceptMailOptionWhenRegisteringUser: false,
  disableAcceptMailWhenLoggingIn: false,
  gatherAddress2: false,
  gatherState: false,
  states: {},
  hidePostalCode: false,
  showDisabledDeliveryCountry: false,
  useAddressAutocompleteService: false,
  disableOrderComment: false,
  allowOwnPhotos: true,
  disableImageToolbox: false,
  addToCartWarningEnabled: false,
}

// The states that the photographer travels to.
const STATES = {
  CT: 'Connecticut',
  MA: 'Massachusetts',
  NH: 'New Hampshire',
  NY: 'New York',
  RI: 'Rhode Island',
  VT: 'Vermont',
}

// The addresses of sites that are developed on this machine: Vite's, its preview's, Next's and a local WordPress.
const LOCAL_SITES = [5173, 4173, 3000, 8080].map((port) => `http://localhost:${port}`)

export async function demoProviders({ pagePort, now }: Surroundings): Promise<Provider[]> {
  const looks: Record<'brightside' | 'nordlys', Look> = JSON.parse(
    await readFile(new URL('./looks.json', import.meta.url), 'utf8'),
  )
  const page = `http://studio.localhost:${pagePort}`
  return [brightside(looks.brightside, page, now), nordlys(looks.nordlys, page, now)]
}

type Titles = Record<string, string>
type Item = Provider['menu'][number]
type Visibility = Item['visibility']
const [ALWAYS, LOGGED_IN, LOGGED_OUT] = [0, 1, 2] as const

const view = (target: RouteName | '', visibility: Visibility, title: Titles): Item => ({
  title,
  type: 'internal',
  target,
  visibility,
})
const about = (title: Titles): Item => ({ ...view('legacy.page', ALWAYS, title), data: { id: 'about' } })
const SHARING: ModalName = 'share-picture-sets'
const sharing = (title: Titles): Item => ({ title, type: 'modal', target: SHARING, visibility: LOGGED_IN })
const website = (page: string, title: Titles | string): Item => ({
  title,
  type: 'external',
  target: page,
  visibility: ALWAYS,
})
/** A heading that only introduces what is below it. */
const group = (title: Titles, visibility: Visibility, children: Item[]): Item => ({
  ...view('', visibility, title),
  children,
})

function brightside(look: Look, page: string, now: Date): Provider {
  return {
    key: 'brightside',
    uuid: '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1a01',
    name: 'Brightside School Portraits',
    // Plain localhost too: everyone who starts the demo world starts here.
    hosts: ['brightside.localhost', 'localhost', '127.0.0.1'],
    origins: [page, ...LOCAL_SITES],
    look,
    menu: [
      view('frontpage', LOGGED_OUT, { en: 'Enter your code', es: 'Introducir su código', de: 'Code eingeben' }),
      group({ en: 'Products', es: 'Productos', de: 'Produkte' }, ALWAYS, [
        view('products.cards', ALWAYS, { en: 'Cards', es: 'Tarjetas', de: 'Karten' }),
        view('products.calendars', ALWAYS, { en: 'Calendars', es: 'Calendarios', de: 'Kalender' }),
        view('products.photogifts', ALWAYS, { en: 'Photo gifts', es: 'Regalos con foto', de: 'Fotogeschenke' }),
        view('products.list', ALWAYS, { en: 'Everything', es: 'Todo', de: 'Alles' }),
      ]),
      group({ en: 'Family and friends', es: 'Familia y amigos', de: 'Familie und Freunde' }, LOGGED_IN, [
        sharing({ en: 'Share pictures', es: 'Compartir fotos', de: 'Bilder teilen' }),
        view('myaccount.addpictureset', LOGGED_IN, {
          en: 'Add another child',
          es: 'Añadir otro niño o niña',
          de: 'Weiteres Kind hinzufügen',
        }),
      ]),
      about({ en: 'How we photograph', es: 'Cómo fotografiamos', de: 'Wie wir fotografieren' }),
      website(page, { en: 'Our studio', es: 'Nuestro estudio', de: 'Unser Studio' }),
    ],
    contactInfo: {
      address: '48 Chestnut Street',
      postalCode: '02108',
      city: 'Boston',
      state: 'MA',
      email: 'hello@brightside.example',
      phone: '+1 617 555 0142',
    },
    languages: [
      { long: 'en', name: 'English' },
      { long: 'es', name: 'Español' },
      { long: 'de', name: 'Deutsch' },
    ],
    defaultLanguage: 'en',
    country: 'US',
    holidays: americanHolidays(),
    currency: 'USD',
    terms: {
      service: {
        en: 'Your code opens the pictures of your child to you. Please keep it to yourself and your family. We keep the pictures until the date in your letter and show them to nobody else. You may close your account at any time by writing to us.',
        es: 'Su código le abre las fotos de su hijo o hija. Guárdelo para usted y su familia. Conservamos las fotos hasta la fecha indicada en su carta y no se las mostramos a nadie más. Puede cerrar su cuenta en cualquier momento escribiéndonos.',
        de: 'Ihr Code öffnet Ihnen die Bilder Ihres Kindes. Bitte behalten Sie ihn für sich und Ihre Familie. Wir bewahren die Bilder bis zu dem Tag auf, der in Ihrem Brief steht, und zeigen sie niemandem sonst. Sie können Ihr Konto jederzeit mit einer Nachricht an uns schließen.',
      },
      purchase: {
        en: 'Everything is made for you after you order, with the pictures and texts that you chose. If something is damaged or not as it was shown, write to us within 30 days and we make it again or refund it.',
        es: 'Todo se fabrica para usted después de su pedido, con las fotos y los textos que eligió. Si algo llega dañado o no es como se mostraba, escríbanos en un plazo de 30 días y lo repetimos o le devolvemos el dinero.',
        de: 'Alles wird nach Ihrer Bestellung für Sie angefertigt, mit den Bildern und Texten, die Sie gewählt haben. Ist etwas beschädigt oder nicht so, wie es gezeigt wurde, schreiben Sie uns innerhalb von 30 Tagen: Wir machen es neu oder erstatten den Preis.',
      },
    },
    privacyPolicy: {
      en: 'We photograph for schools and clubs.\n\nWe keep the pictures, the name and the group of each child, and your contact data, to show you the pictures and to send what you order.\nWe give them to nobody who does not need them for that.',
      es: 'Fotografiamos para escuelas y clubes.\n\nConservamos las fotos, el nombre y el grupo de cada niño y sus datos de contacto para mostrarle las fotos y enviarle lo que pide.\nNo los damos a nadie que no los necesite para ello.',
      de: 'Wir fotografieren für Schulen und Vereine.\n\nWir bewahren die Bilder, den Namen und die Gruppe jedes Kindes und Ihre Kontaktdaten auf, um Ihnen die Bilder zu zeigen und zu schicken, was Sie bestellen.\nWir geben sie niemandem, der sie dafür nicht braucht.',
    },
    freeShippingThreshold: -1,
    watermark: 'Brightside Portraits',
    deliveryMethods: brightsideDeliveries(now),
    paymentOptions: [
      {
        uuid: '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1e01',
        gateway: 'sandbox',
        title: { en: 'Card', es: 'Tarjeta', de: 'Karte' },
        description: {
          en: 'Pay now on a secure page',
          es: 'Pague ahora en una página segura',
          de: 'Jetzt auf einer sicheren Seite bezahlen',
        },
        mobileTitle: { en: 'Card or phone', es: 'Tarjeta o móvil', de: 'Karte oder Handy' },
        mobileDescription: {
          en: '<b>Card</b>, or the wallet of your phone, on a secure page',
          es: '<b>Tarjeta</b> o el monedero de su móvil, en una página segura',
          de: '<b>Karte</b> oder das Bezahlen mit dem Handy, auf einer sicheren Seite',
        },
        fee: 0,
        verifyMobile: false,
        requirePersonNo: false,
      },
      {
        uuid: '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1e02',
        gateway: 'invoice',
        title: { en: 'Invoice', es: 'Factura', de: 'Rechnung' },
        description: {
          en: 'Pay within 14 days of delivery',
          es: 'Pague en los 14 días siguientes a la entrega',
          de: 'Zahlbar 14 Tage nach Lieferung',
        },
        fee: 295,
        verifyMobile: false,
        requirePersonNo: false,
      },
    ],
    addressService: { name: 'list', config: {}, addresses: BOSTON_ADDRESSES },
    gateways: {},
    tax: { name: 'Sales tax', percent: 6.25 },
    taxNumber: '99-9999999',
    options: {
      ...NO_OPTIONS,
      gatherAddress2: true,
      gatherState: true,
      states: STATES,
      useAddressAutocompleteService: true,
    },
  }
}

function nordlys(look: Look, page: string, now: Date): Provider {
  return {
    key: 'nordlys',
    uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2a01',
    name: 'Nordlys Skolefoto',
    hosts: ['nordlys.localhost'],
    origins: [page, ...LOCAL_SITES],
    look,
    menu: [
      sharing({ nb: 'Del med familien', sv: 'Dela med familjen', da: 'Del med familien', en: 'Share with the family' }),
      group({ nb: 'Butikk', sv: 'Butik', da: 'Butik', en: 'Shop' }, ALWAYS, [
        view('products.cards', ALWAYS, { nb: 'Kort', sv: 'Kort', da: 'Kort', en: 'Cards' }),
        view('products.calendars', ALWAYS, { nb: 'Kalendere', sv: 'Kalendrar', da: 'Kalendere', en: 'Calendars' }),
        view('products.photogifts', ALWAYS, {
          nb: 'Fotogaver',
          sv: 'Fotopresenter',
          da: 'Fotogaver',
          en: 'Photo gifts',
        }),
        view('shoppingcart', LOGGED_IN, { nb: 'Handlekurv', sv: 'Varukorg', da: 'Indkøbskurv', en: 'Cart' }),
      ]),
      group({ nb: 'Om oss', sv: 'Om oss', da: 'Om os', en: 'About us' }, ALWAYS, [
        about({
          nb: 'Slik fotograferer vi',
          sv: 'Så fotograferar vi',
          da: 'Sådan fotograferer vi',
          en: 'How we photograph',
        }),
        website(page, 'Nordlys Skolefoto'),
        view('contactus', ALWAYS, { nb: 'Spør oss', sv: 'Fråga oss', da: 'Spørg os', en: 'Ask us' }),
      ]),
    ],
    contactInfo: {
      address: 'Storgata 12',
      postalCode: '9008',
      city: 'Tromsø',
      state: '',
      email: 'hei@nordlys.example',
      phone: '+47 77 00 01 23',
    },
    languages: [
      { long: 'nb', name: 'Norsk' },
      { long: 'sv', name: 'Svenska' },
      { long: 'da', name: 'Dansk' },
      { long: 'en', name: 'English' },
    ],
    defaultLanguage: 'nb',
    country: 'NO',
    holidays: norwegianHolidays(),
    currency: 'NOK',
    terms: {
      service: {
        nb: 'Koden din åpner bildene av barnet ditt for deg. Behold den for deg selv og familien. Vi tar vare på bildene til datoen i brevet og viser dem ikke til andre. Du kan når som helst avslutte kontoen ved å skrive til oss.',
        sv: 'Din kod öppnar bilderna på ditt barn för dig. Behåll den för dig själv och familjen. Vi sparar bilderna till datumet i brevet och visar dem inte för någon annan. Du kan när som helst avsluta kontot genom att skriva till oss.',
        da: 'Din kode åbner billederne af dit barn for dig. Behold den for dig selv og familien. Vi gemmer billederne til datoen i brevet og viser dem ikke til andre. Du kan når som helst lukke din konto ved at skrive til os.',
        en: 'Your code opens the pictures of your child to you. Please keep it to yourself and your family. We keep the pictures until the date in your letter and show them to nobody else.',
      },
      purchase: {
        nb: 'Alt lages til deg etter at du har bestilt, med bildene og tekstene du valgte. Er noe skadet eller ikke slik det ble vist, skriv til oss innen 30 dager, så lager vi det på nytt eller betaler tilbake.',
        sv: 'Allt tillverkas till dig efter beställningen, med bilderna och texterna du valde. Är något skadat eller inte som det visades, skriv till oss inom 30 dagar så gör vi om det eller betalar tillbaka.',
        da: 'Alt fremstilles til dig efter din bestilling, med de billeder og tekster du valgte. Er noget beskadiget eller ikke som vist, så skriv til os inden 30 dage, og vi laver det om eller betaler tilbage.',
        en: 'Everything is made for you after you order. If something is damaged or not as it was shown, write to us within 30 days and we make it again or refund it.',
      },
    },
    privacyPolicy: {
      nb: 'Vi fotograferer for skoler og barnehager. Vi lagrer bildene, navnet og gruppen til hvert barn og kontaktopplysningene dine for å vise deg bildene og sende det du bestiller.',
      en: 'We photograph for schools and kindergartens. We keep the pictures, the name and the group of each child, and your contact data, to show you the pictures and to send what you order.',
    },
    freeShippingThreshold: 49900,
    watermark: 'Nordlys Skolefoto',
    deliveryMethods: nordlysDeliveries(now),
    paymentOptions: [
      {
        uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2e01',
        gateway: 'invoice',
        title: { nb: 'Faktura', sv: 'Faktura', da: 'Faktura', en: 'Invoice' },
        description: {
          nb: 'Betal innen 14 dager',
          sv: 'Betala inom 14 dagar',
          da: 'Betal inden 14 dage',
          en: 'Pay within 14 days',
        },
        fee: 0,
        verifyMobile: true,
        requirePersonNo: true,
        minimumAge: 18,
      },
      {
        uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2e02',
        gateway: 'sandbox',
        title: { nb: 'Kort', sv: 'Kort', da: 'Kort', en: 'Card' },
        description: {
          nb: 'Betal nå på en sikker side',
          sv: 'Betala nu på en säker sida',
          da: 'Betal nu på en sikker side',
          en: 'Pay now on a secure page',
        },
        fee: 0,
        verifyMobile: false,
        requirePersonNo: false,
      },
    ],
    gateways: {},
    // Printed books are taxed at zero.
    tax: { name: 'MVA', percent: 25, rates: [{ percent: 0, types: [CATALOGUE_TYPE] }] },
    taxNumber: '999 999 999 MVA',
    options: { ...NO_OPTIONS, showDisabledDeliveryCountry: true },
  }
}
