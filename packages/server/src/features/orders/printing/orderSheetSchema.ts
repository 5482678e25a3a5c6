import { deliveryType } from '@portraitkit/core/provider/deliveryTypes.ts'
import * as z from 'zod'

const place = () =>
  z
    .union([z.int(), z.string()])
    .describe('The line of the order, counted from 1; "2.1" is the first item of the package on line 2.')
const common = () => ({
  position: place(),
  line: z.uuid().describe('The uuid of the line in the order.'),
  copies: z.int(),
  product: z.string(),
  subjects: z.array(z.string()).describe('The people in the pictures, or the person whose catalogue it is.'),
})

const printed = () =>
  z.object({
    ...common(),
    subProducts: z.array(z.string()).describe('The extras for each copy, such as an envelope.'),
    template: z.object({ name: z.string(), uuid: z.uuid(), version: z.int() }),
    trim: z.object({ width: z.number(), height: z.number() }).describe('The size of a page, in millimetres.'),
    bleed: z.number().describe('The bleed around the page, in millimetres.'),
    pdf: z.string().optional().describe('All pages in one file next to the sheet.'),
    files: z
      .array(z.object({ part: z.string(), file: z.string(), width: z.int(), height: z.int() }))
      .describe('A file for each page, next to the sheet, with its size in pixels.'),
  })

const catalogue = () =>
  z.object({
    ...common(),
    catalogue: z.uuid().describe('It has no print file: the lab adds it to the order.'),
    group: z.string(),
  })

/** The sheet next to an order's print files, for a lab's programs. */
export const orderSheet = () =>
  z.object({
    order: z.string().describe('The order number that the customer sees.'),
    uuid: z.uuid(),
    shop: z.string(),
    placed: z.iso.datetime(),
    delivery: z.object({
      type: deliveryType(),
      name: z.string(),
      address: z
        .object({
          name: z.string(),
          address: z.string(),
          address2: z.string(),
          postalCode: z.string(),
          city: z.string(),
          state: z.string(),
        })
        .nullable(),
      businessDays: z.int(),
      pickup: z
        .object({ name: z.string(), address: z.string(), postalCode: z.string(), city: z.string() })
        .optional()
        .describe('The store where the customer picks it up.'),
      school: z
        .object({ uuid: z.uuid(), name: z.string(), group: z.string(), school: z.string() })
        .optional()
        .describe('The child in whose school group it is handed out.'),
    }),
    contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    comment: z.string(),
    lines: z
      .array(z.union([printed(), catalogue()]))
      .describe('What is printed or added to the order; downloads are not included.'),
  })

/** The sheet as JSON Schema. */
export function orderSheetJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(orderSheet(), { io: 'input' })
  return { $schema, title: 'Portraitkit: the sheet of an order for the lab', ...schema }
}
