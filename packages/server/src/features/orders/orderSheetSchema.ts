import * as z from 'zod'

const place = () =>
  z
    .union([z.int(), z.string()])
    .describe('The line of the order from 1 on; "2.1" is the first item of the package on line 2.')
const common = () => ({
  position: place(),
  line: z.uuid().describe('The uuid of the line in the order.'),
  copies: z.int(),
  product: z.string(),
  subjects: z.array(z.string()).describe('Who is in the pictures, or whose catalogue it is.'),
})

const printed = () =>
  z.object({
    ...common(),
    subProducts: z.array(z.string()).describe('What is wanted with each copy, such as an envelope.'),
    template: z.object({ name: z.string(), uuid: z.uuid(), version: z.int() }),
    trim: z.object({ width: z.number(), height: z.number() }).describe('Of a page, in millimetres.'),
    bleed: z.number().describe('Around it, in millimetres.'),
    pdf: z.string().optional().describe('All pages; the file beside the sheet.'),
    files: z
      .array(z.object({ part: z.string(), file: z.string(), width: z.int(), height: z.int() }))
      .describe('A file for each page, beside the sheet, with its pixels.'),
  })

const catalogue = () =>
  z.object({
    ...common(),
    catalogue: z.uuid().describe('There is no file of it: it is laid to the order.'),
    group: z.string(),
  })

/** The sheet that lies beside an order's print files, for a lab's programs. */
export const orderSheet = () =>
  z.object({
    order: z.string().describe('The number that the customer knows.'),
    uuid: z.uuid(),
    shop: z.string(),
    placed: z.iso.datetime(),
    delivery: z.object({
      type: z.enum(['postage', 'store-pickup', 'school-pickup', 'digital-delivery']),
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
        .describe('The store where it is fetched.'),
      school: z
        .object({ uuid: z.uuid(), name: z.string(), group: z.string(), school: z.string() })
        .optional()
        .describe('The child in whose group at school it is handed out.'),
    }),
    contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    comment: z.string(),
    lines: z
      .array(z.union([printed(), catalogue()]))
      .describe('What is printed or laid to it; not what is downloaded.'),
  })

/** The sheet as JSON Schema. */
export function orderSheetJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(orderSheet(), { io: 'input' })
  return { $schema, title: 'Portraitkit: the sheet of an order for the lab', ...schema }
}
