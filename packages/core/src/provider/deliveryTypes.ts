import * as z from 'zod/mini'

/**
 * 000 §5: what a customer enters: an address; a name and an email address; or these and the child in whose group at school the
 * order is handed out.
 */
type DeliveryForm = 'address' | 'contact' | 'child'

/** Every delivery type (000 §3), with the form that it requires. */
export const deliveryForms = {
  postage: 'address',
  'store-pickup': 'contact',
  'school-pickup': 'child',
  'digital-delivery': 'contact',
} as const satisfies Record<string, DeliveryForm>

export type DeliveryType = keyof typeof deliveryForms
export const deliveryType = () => z.enum(Object.keys(deliveryForms) as DeliveryType[])
