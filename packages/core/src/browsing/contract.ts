import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { msg } from '../msg.ts'
import { product } from '../products/contract.ts'
import { language, money, perLanguage, uuid } from '../schemas.ts'
import { templateListItem } from '../template/contract.ts'

// lingui-set comment="What the shop answers when products cannot be listed"

/** 001 §3 Category of the overview. `internalName` decides its route (`browsing/categoryRoutes.ts`). */
export const category = () =>
  z.object({
    internalName: z.string(),
    title: z.string(),
    description: z.string(),
    /** A path of the shop; null if the provider set none. */
    image: z.nullable(z.string()),
    subCategories: z.array(z.object({ internalName: z.string(), title: z.string(), default: z.boolean() })),
    /**
     * The subject whose pictures suit a product of the category: the selected one if possible, otherwise the customer's newest.
     */
    firstQualifiedSubject: z.nullable(z.object({ uuid: uuid(), name: z.string(), group: z.string() })),
  })
export type Category = z.infer<ReturnType<typeof category>>

/** 000 §3 Promoted product. */
export const promotedProduct = () =>
  z.object({
    product: product(),
    template: z.object({ uuid: uuid(), type: z.enum(['CARDS', 'CALENDAR', 'PHOTOGIFT']), names: perLanguage() }),
    /** The template as in lists. */
    templateData: templateListItem(),
    /** The first of the template's categories. */
    category: z.nullable(z.string()),
    /** The price of one piece for a customer who qualifies for a special offer; null for everybody else. */
    rebatedPrice: z.nullable(money()),
    type: z.literal('TEMPLATE_PRODUCT'),
  })
export type PromotedProduct = z.infer<ReturnType<typeof promotedProduct>>

export const browsing = {
  categories: endpoint({
    name: 'browsing.categories',
    method: 'GET',
    path: '/ajax/template/get_categories.php',
    access: 'public',
    changes: false,
    // The selected subject is tried before the others, so that customers keep the pictures they selected if these fit.
    input: () => z.object({ lang: z.optional(language()), subject: z.optional(uuid()) }),
    answer: () => z.object({ categories: z.array(category()) }),
    summary: 'What the shop sells, by category, in the requested order and language.',
  }),
  promoted: endpoint({
    name: 'browsing.promoted',
    method: 'GET',
    path: '/api/webshop/promoted-products',
    access: 'public',
    changes: false,
    input: () => z.object({ subject: z.optional(uuid()) }),
    answer: () => z.array(promotedProduct()),
    failures: unknownPictureSet,
    summary: 'The products that the shop promotes, in its order; for a picture set, those that its pictures can fill.',
  }),
  photogiftCategory: endpoint({
    name: 'browsing.photogiftCategory',
    method: 'GET',
    path: '/api/webshop/templates/photogift/categories/:category/info',
    access: 'public',
    changes: false,
    input: () => z.object({ category: z.string().check(z.maxLength(64)) }),
    answer: () =>
      z.object({
        names: perLanguage(),
        /** Whether its products are shown with the customer's own picture. */
        userImagePreviews: z.boolean(),
        /** Design and product are drawn separately. */
        separateFromBackground: z.boolean(),
      }),
    failures: {
      'browsing.unknown_category': {
        status: 404,
        text: msg({ message: 'This category is not in the shop any more.' }),
      },
    },
    summary: 'A category of photo gifts.',
  }),
}
