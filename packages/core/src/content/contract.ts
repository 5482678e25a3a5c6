import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { nothing } from '../schemas.ts'

// lingui-set comment="What the shop answers when a page of the shop is not there"

/** The target of a button or a picture: an address of the web, or a path of the shop. */
const link = () => z.object({ href: z.string(), newWindow: z.boolean() })

const slide = () =>
  z.object({
    id: z.string(),
    image: z.object({ src: z.string(), alt: z.string() }),
    title: z.optional(z.string()),
    text: z.optional(z.string()),
    button: z.optional(z.object({ label: z.string(), href: z.string() })),
    /** Seconds until the next slide; 5 by default. */
    duration: z.optional(z.number()),
  })

/** 001 §2.8: the modules of a content page. HTML in it is sanitised by the server. */
export const pageModule = () =>
  z.discriminatedUnion('type', [
    z.object({ id: z.string(), type: z.literal('Slider'), slides: z.array(slide()) }),
    z.object({ id: z.string(), type: z.literal('PromoteCategory') }),
    z.object({ id: z.string(), type: z.literal('Title'), text: z.string() }),
    /** HTML, or plain text split by lines. */
    z.object({
      id: z.string(),
      type: z.literal('Paragraph'),
      html: z.optional(z.string()),
      text: z.optional(z.string()),
    }),
    z.object({
      id: z.string(),
      type: z.literal('Image'),
      src: z.string(),
      alt: z.string(),
      link: z.optional(link()),
    }),
    z.object({ id: z.string(), type: z.literal('RichText'), html: z.string() }),
    /** A type that this version does not know: its name, for an HTML comment. */
    z.object({ id: z.string(), type: z.literal('Unknown'), name: z.string() }),
  ])
export type PageModule = z.infer<ReturnType<typeof pageModule>>

export const content = {
  page: endpoint({
    name: 'content.page',
    method: 'GET',
    path: '/api/webshop/legacy-pages/:id',
    access: 'public',
    changes: false,
    input: () => z.object({ id: z.string().check(z.maxLength(64)) }),
    answer: () => z.object({ modules: z.array(pageModule()) }),
    failures: { 'content.unknown': { status: 404, text: msg({ message: 'Page not found', context: 'failure' }) } },
    summary: 'A page that the provider built from modules, in the language of the request.',
  }),
  privacyPolicy: endpoint({
    name: 'content.privacyPolicy',
    method: 'GET',
    path: '/api/webshop/privacy-policy',
    access: 'public',
    changes: false,
    input: nothing,
    answer: () => z.object({ data: z.object({ privacyPolicy: z.string() }) }),
    failures: {
      'content.no_policy': { status: 404, text: msg({ message: 'This shop has no privacy policy of its own.' }) },
    },
    summary: "The provider's privacy policy, plain text with its line breaks.",
  }),
}
