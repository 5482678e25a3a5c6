import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { money, nothing } from '../schemas.ts'
import { look } from './look.ts'

/** 000 §3 Menu item. Visibility 0 always, 1 logged in only, 2 logged out only. */
export type MenuItem = {
  title: string | Record<string, string>
  type: 'internal' | 'modal' | 'external'
  target: string
  data?: Record<string, string> | undefined
  visibility: 0 | 1 | 2
  children?: MenuItem[] | undefined
}

export const menuItem = (): z.ZodMiniType<MenuItem> => {
  const item: z.ZodMiniType<MenuItem> = z.object({
    title: z.union([z.string(), z.record(z.string(), z.string())]),
    type: z.enum(['internal', 'modal', 'external']),
    target: z.string(),
    data: z.optional(z.record(z.string(), z.string())),
    visibility: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    children: z.optional(z.array(z.lazy(() => item))),
  })
  return item
}

export const contactInfo = () =>
  z.object({
    address: z.string(),
    postalCode: z.string(),
    city: z.string(),
    state: z.string(),
    email: z.string(),
    phone: z.string(),
  })

/** The public facts about a provider (000 §3 Provider settings and Shop options). */
export const settings = () =>
  z.object({
    key: z.string(),
    name: z.string(),
    look: look(),
    menu: z.array(menuItem()),
    contactInfo: contactInfo(),
    terms: z.object({ termsOfService: z.string() }),
    locale: z.object({
      /** `long` is the language's tag, `name` its own name for itself. */
      languages: z.array(z.object({ long: z.string(), name: z.string() })),
      default_language: z.string(),
      country: z.object({ twoLetterCode: z.string() }),
    }),
    currencyCode: z.string(),
    webshop: z.object({ freeShippingThreshold: money(), hasPrivacyPolicy: z.boolean() }),
    options: z.object({
      acceptMailDefaultOn: z.boolean(),
      disableAcceptMailOptionWhenRegisteringUser: z.boolean(),
      disableAcceptMailWhenLoggingIn: z.boolean(),
      gatherAddress2: z.boolean(),
      gatherState: z.boolean(),
      allowOwnPhotos: z.boolean(),
      disableImageToolbox: z.boolean(),
      addToCartWarningEnabled: z.boolean(),
      /** Pictures of two photographers never share a package or design. */
      whiteLabelDisableMixPhotographers: z.optional(z.boolean()),
      /** Whether the page gets analytics events. */
      analyticsEnabled: z.boolean(),
      /** Whether they are also pushed to `window.dataLayer`. */
      dataLayerEnabled: z.optional(z.boolean()),
    }),
  })
export type Settings = z.infer<ReturnType<typeof settings>>

export const provider = {
  settings: endpoint({
    name: 'provider.settings',
    method: 'GET',
    path: '/api/webshop/settings',
    access: 'public',
    changes: false,
    input: nothing,
    answer: settings,
    summary: 'Name, look, menu, languages, options and terms of the shop, in the language of the request.',
  }),
}
