import * as z from 'zod'
import { names, refuseDuplicates } from '../products/document.ts'

export const internalName = () => z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Only lower-case letters, digits and -')

/** A category as the provider writes it. Templates say in which categories they are. */
export const categoryDocument = () =>
  z.strictObject({
    internalName: internalName(),
    titles: names(),
    descriptions: names().optional(),
    /** In a file, the picture next to it; in the shop, its path there. */
    image: z.string().min(1).optional(),
    subCategories: z
      .array(z.strictObject({ internalName: internalName(), titles: names(), default: z.boolean().optional() }))
      .superRefine((all, context) => {
        const standards = all.flatMap((each, place) => (each.default ? [place] : []))
        const second = standards[1]
        if (second !== undefined) {
          context.addIssue({
            code: 'custom',
            path: [second, 'default'],
            message: 'Only one of them can be the default',
          })
        }
        refuseDuplicates(all, 'internalName', context)
      })
      .optional(),
    /** Only for photo gifts: whether they are shown with the customer's own picture. True by default. */
    userImagePreviews: z.boolean().optional(),
  })
export type CategoryDocument = z.infer<ReturnType<typeof categoryDocument>>
