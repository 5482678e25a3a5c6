import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { money, nothing, uuid } from '../schemas.ts'

/** 000 §3 Catalogue: the printed book of a class or a school, offered for one of the customer's subjects. */
export const catalogue = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    description: z.string(),
    /** Of one piece. */
    price: money(),
    /** The initial quantity: 1 if it is the only one on offer, otherwise 0. */
    quantity: z.int(),
    maxQuantity: z.int(),
    /** Sent separately, normally within this many days after the last photo day. */
    deliveryTime: z.object({ days: z.int() }),
    subject: z.object({ uuid: uuid(), group: z.string(), name: z.string() }),
  })
export type Catalogue = z.infer<ReturnType<typeof catalogue>>

export const catalogues = {
  list: endpoint({
    name: 'catalogues.list',
    method: 'GET',
    path: '/ajax/user/get_catalogues.php',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.array(catalogue()),
    summary: "The catalogues of the customer's subjects that can be ordered now, those of the newest code first.",
  }),
}
