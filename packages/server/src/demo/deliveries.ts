import type { PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import type { Provider } from '../platform/provider/document.ts'

/** The deliveries of the two shops of the demo world: together they cover every kind. */

type Method = Provider['deliveryMethods'][number]
type Option = Method['deliveryOptions'][number]
type OptionInput = Pick<Option, 'uuid' | 'name' | 'description' | 'price' | 'deliverytime'> & Partial<Option>

const option = (described: OptionInput): Option => ({ isExpress: false, expire: null, ...described })

/** Express is available for two weeks after the demo world was created, until noon. */
function inTwoWeeks(now: Date): string {
  const end = new Date(now.getTime() + 14 * 24 * 60 * 60_000)
  end.setUTCHours(12, 0, 0, 0)
  return end.toISOString()
}

const STUDIO = {
  pickupname: 'Brightside studio',
  pickupaddress1: '48 Chestnut Street',
  pickuppostalcode: '02108',
  pickupcity: 'Boston',
}

export function brightsideDeliveries(now: Date): Method[] {
  const expire = inTwoWeeks(now)
  const byPost = { en: 'By post', es: 'Por correo', de: 'Per Post' }
  const collect = { en: 'Collect it', es: 'Recoger', de: 'Abholen' }
  return [
    {
      type: 'postage',
      name: byPost,
      deliveryOptions: [
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1d01',
          name: byPost,
          description: {
            en: 'In a stiff envelope to your door',
            es: 'En sobre rígido a su puerta',
            de: 'Im festen Umschlag nach Hause',
          },
          price: 495,
          deliverytime: 5,
        }),
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1d02',
          name: { en: 'By courier', es: 'Por mensajero', de: 'Per Kurier' },
          description: {
            en: 'Printed first, brought by hand',
            es: 'Impreso primero, entregado en mano',
            de: 'Zuerst gedruckt, persönlich gebracht',
          },
          price: 1495,
          deliverytime: 1,
          isExpress: true,
          expire,
        }),
      ],
    },
    {
      type: 'store-pickup',
      name: { en: 'Collect it in a store', es: 'Recoger en tienda', de: 'Im Geschäft abholen' },
      deliveryOptions: [
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a36-1d6b8b6e1d01',
          name: collect,
          description: { en: 'Monday to Saturday', es: 'De lunes a sábado', de: 'Montag bis Samstag' },
          price: 0,
          deliverytime: 4,
          ...STUDIO,
        }),
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a37-1d6b8b6e1d01',
          name: collect,
          description: { en: 'Monday to Friday', es: 'De lunes a viernes', de: 'Montag bis Freitag' },
          price: 195,
          deliverytime: 5,
          pickupname: 'Kendall Frames',
          pickupaddress1: '210 Broadway',
          pickuppostalcode: '02139',
          pickupcity: 'Cambridge',
        }),
        // of the studio, by the start of its uuid; express by its end
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a36-111111111111',
          name: { en: 'Collect it tomorrow', es: 'Recoger mañana', de: 'Morgen abholen' },
          description: { en: 'Printed first', es: 'Impreso primero', de: 'Zuerst gedruckt' },
          price: 895,
          deliverytime: 1,
          isExpress: true,
          expire,
          ...STUDIO,
        }),
      ],
    },
    {
      type: 'digital-delivery',
      name: { en: 'By download', es: 'Por descarga', de: 'Zum Herunterladen' },
      deliveryOptions: [
        option({
          uuid: '0b5c1f6e-4f0d-4c55-9a38-1d6b8b6e1d01',
          name: { en: 'By download', es: 'Por descarga', de: 'Zum Herunterladen' },
          description: {},
          price: 0,
          deliverytime: 0,
        }),
      ],
    },
  ]
}

export function nordlysDeliveries(now: Date): Method[] {
  const byPost = { nb: 'I posten', sv: 'Med posten', da: 'Med posten', en: 'By post' }
  const atSchool = { nb: 'På skolen', sv: 'På skolan', da: 'På skolen', en: 'At school' }
  return [
    {
      type: 'school-pickup',
      name: atSchool,
      deliveryOptions: [
        option({
          uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2d03',
          name: atSchool,
          description: {
            nb: 'I lukket konvolutt til læreren',
            sv: 'I slutet kuvert till läraren',
            da: 'I lukket kuvert til læreren',
            en: 'In a closed envelope to the teacher',
          },
          price: 0,
          deliverytime: 10,
        }),
      ],
    },
    {
      type: 'postage',
      name: byPost,
      deliveryOptions: [
        option({
          uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2d01',
          name: byPost,
          description: {
            nb: 'I stiv konvolutt hjem til deg',
            sv: 'I styvt kuvert hem till dig',
            da: 'I stiv kuvert hjem til dig',
            en: 'In a stiff envelope to your door',
          },
          price: 4900,
          deliverytime: 6,
        }),
        option({
          uuid: '5e3a9c12-7b64-4b0c-8f0a-6c2d9f4e2d02',
          name: { nb: 'Ekspress', sv: 'Express', da: 'Ekspres', en: 'Express' },
          description: {
            nb: 'Trykkes først, hjem til deg',
            sv: 'Trycks först, hem till dig',
            da: 'Trykkes først, hjem til dig',
            en: 'Printed first, to your door',
          },
          price: 14900,
          deliverytime: 2,
          isExpress: true,
          expire: inTwoWeeks(now),
        }),
      ],
    },
  ]
}

const STREETS: Array<[street: string, postalCode: string, city: string, state: string]> = [
  ['Juniper Lane', '02139', 'Cambridge', 'MA'],
  ['Maple Street', '02139', 'Cambridge', 'MA'],
  ['Chestnut Street', '02108', 'Boston', 'MA'],
  ['Harbor View Road', '02128', 'Boston', 'MA'],
  ['Walnut Hill Avenue', '02459', 'Newton', 'MA'],
  ['Pine Grove Road', '06510', 'New Haven', 'CT'],
  ['Orchard Street', '02906', 'Providence', 'RI'],
  ['Birch Terrace', '05401', 'Burlington', 'VT'],
]

/** Uninhabited houses, as suggestions for the address line. */
export const BOSTON_ADDRESSES: PostalAddress[] = STREETS.flatMap(([street, postalCode, city, state]) =>
  [8, 12, 27, 48].map((number) => ({ address1: `${number} ${street}`, address2: '', postalCode, city, state })),
)
