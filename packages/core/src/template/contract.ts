import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { language, money, nothing, uuid } from '../schemas.ts'
import { calendarWords } from './calendarWords.ts'
import { templateDefinition } from './definition.ts'
import { resource, resources, year } from './design.ts'
import { unknownTemplate } from './failures.ts'
import { shownScene } from './scene.ts'

/** 001 §3 Template list item. */
export const templateListItem = () =>
  z.object({
    uuid: uuid(),
    version: z.int(),
    name: z.string(),
    product: z.object({ uuid: uuid(), name: z.string(), sortOrder: z.int() }),
    /** Millimetres, bleed included. */
    width: z.number(),
    height: z.number(),
    trimBox: z.object({ width: z.number(), height: z.number() }),
    /** The fold of the sheet, in millimetres from its left edge. */
    foldAt: z.optional(z.number()),
    preview: z.object({ large: z.string() }),
    userResources: z.array(resource()),
    categories: z.array(z.string()),
    /** The lowest price of one piece. */
    fromPrice: money(),
    /** Design and product are drawn separately: the design's scene comes with the product's pictures. */
    separateFromBackground: z.boolean(),
    numUserImages: z.int(),
    hasUserText: z.boolean(),
    numUserParts: z.int(),
  })
export type TemplateListItem = z.infer<ReturnType<typeof templateListItem>>

/**
 * A template as it is sent: with the words of its calendar, if it has one, in the language of the request. A browser that lays it
 * out passes them on as the setting's `calendar`.
 */
export const sentTemplate = () => z.extend(templateDefinition(), { calendar: z.optional(calendarWords()) })
export type SentTemplate = z.infer<ReturnType<typeof sentTemplate>>

const list = () => z.array(templateListItem())
const typeWord = () => z.enum(['cards', 'calendars', 'photogifts'])

/** Texts are in the language of the request (`accept-language`), which must be one of the provider's. */
export const templates = {
  cardCategories: endpoint({
    name: 'template.cardCategories',
    method: 'GET',
    path: '/api/webshop/templates/cards/categories',
    access: 'public',
    changes: false,
    input: nothing,
    answer: () => z.object({ categories: z.array(z.string()), defaultCategory: z.nullable(z.string()) }),
    summary: 'The categories of cards by internal name.',
  }),
  list: endpoint({
    name: 'template.list',
    method: 'GET',
    path: '/api/webshop/templates/:type',
    access: 'public',
    changes: false,
    input: () => z.object({ type: typeWord() }),
    answer: list,
    summary: 'All templates of a type.',
  }),
  listByCategory: endpoint({
    name: 'template.listByCategory',
    method: 'GET',
    path: '/api/webshop/templates/:type/categories/:category',
    access: 'public',
    changes: false,
    input: () => z.object({ type: typeWord(), category: z.string() }),
    answer: list,
    summary: 'The templates of a type and category.',
  }),
  listForSubject: endpoint({
    name: 'template.listForSubject',
    method: 'GET',
    path: '/api/webshop/templates/:type/categories/:category/subjects/:subjectUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ type: typeWord(), category: z.string(), subjectUuid: uuid() }),
    answer: list,
    failures: unknownPictureSet,
    summary: 'The templates of a category that the pictures of a subject can fill.',
  }),
  byUuid: endpoint({
    name: 'template.byUuid',
    method: 'GET',
    path: '/api/webshop/templates/by-uuid/:uuid',
    access: 'public',
    changes: false,
    input: () => z.object({ uuid: uuid() }),
    answer: sentTemplate,
    failures: unknownTemplate,
    summary: 'The newest version of a template.',
  }),
  byUuidAndVersion: endpoint({
    name: 'template.byUuidAndVersion',
    method: 'GET',
    path: '/api/webshop/templates/by-uuid/:uuid/:version',
    access: 'public',
    changes: false,
    input: () => z.object({ uuid: uuid(), version: z.string().check(z.regex(/^\d{1,9}$/)) }),
    answer: sentTemplate,
    failures: unknownTemplate,
    summary: 'One version of a template.',
  }),
  scenes: endpoint({
    name: 'template.scenes',
    method: 'POST',
    path: '/api/webshop/scenes',
    access: 'public',
    changes: false,
    visitorBody: 250_000,
    // Visitors may request 12 at once. Without resources, a template shows the subject's favourite pictures, or empty slots if
    // nobody is signed in.
    input: () =>
      z.object({
        scenes: z
          .array(
            z.object({
              template: z.object({ uuid: uuid(), version: z.optional(z.int()) }),
              subject: z.optional(z.nullable(uuid())),
              resources: z.optional(resources()),
              year: z.optional(year()),
              language: z.optional(language()),
            }),
          )
          .check(z.minLength(1), z.maxLength(24)),
      }),
    answer: () => z.object({ scenes: z.array(shownScene()) }),
    failures: {
      ...unknownTemplate,
      ...unknownPictureSet,
    },
    summary: 'Scenes with laid-out text, in the order of the request. Changes nothing.',
  }),
}
