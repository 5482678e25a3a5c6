import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { msg } from '../msg.ts'
import { nothing, time, uuid, versionText } from '../schemas.ts'
import { designContent, resource, textResource } from '../template/design.ts'
import { unknownTemplate } from '../template/failures.ts'

// lingui-set comment="What the shop answers when a design cannot be opened or saved"

/** A saved design. `version` counts saves; a save must name the version it builds on. */
export const design = () =>
  z.object({ uuid: uuid(), version: z.int(), product: uuid(), changed: time(), content: designContent() })
export type Design = z.infer<ReturnType<typeof design>>

/** A design of the customer's own. `version` as in `design`. */
export const ownTemplate = () =>
  z.object({
    design: uuid(),
    version: z.int(),
    changed: time(),
    template: z.object({ uuid: uuid(), version: z.int(), name: z.string() }),
    subject: z.object({ uuid: z.nullable(uuid()) }),
    userResources: z.array(resource()),
    year: z.nullable(z.int()),
  })
export type OwnTemplate = z.infer<ReturnType<typeof ownTemplate>>

/** An unfinished design, with what the editor needs to open it again. */
export const unfinishedDesign = () =>
  z.object({
    design: uuid(),
    changed: time(),
    product: uuid(),
    /** The current product or template name. */
    name: z.string(),
    type: z.enum(['CARDS', 'CALENDAR', 'PHOTOGIFT']),
    /** The template with which the editor is opened: the one that the design was started with. */
    openedWith: uuid(),
    content: designContent(),
  })
export type UnfinishedDesign = z.infer<ReturnType<typeof unfinishedDesign>>

const designChanged = {
  'editor.design_changed': { status: 409, text: msg({ message: 'This design was changed in another window.' }) },
} as const
const unknownDesign = {
  'editor.unknown_design': { status: 404, text: msg({ message: 'This design is not here any more.' }) },
} as const

const getDesign = endpoint({
  name: 'editor.getDesign',
  method: 'GET',
  path: '/api/webshop/user/designs/:uuid',
  access: 'customer',
  changes: false,
  input: () => z.object({ uuid: uuid() }),
  // A missing design is the normal case for a new card, not a failure.
  answer: () => z.object({ design: z.nullable(design()) }),
  summary: 'A saved design of the customer; null if there is none.',
})

const saveDesign = endpoint({
  name: 'editor.saveDesign',
  method: 'PUT',
  path: '/api/webshop/user/designs/:uuid',
  access: 'customer',
  changes: true,
  input: () =>
    z.object({ uuid: uuid(), version: z.int().check(z.nonnegative()), product: uuid(), content: designContent() }),
  answer: () =>
    z.object({
      design: design(),
      /** The withdrawn pictures in it: they stay in the design, but must not be shown or ordered now. */
      withheld: z.array(uuid()),
    }),
  failures: { ...designChanged, ...unknownDesign, ...unknownPictureSet, ...unknownTemplate },
  summary:
    'Saves a design. `version` is the version it builds on, 0 for a new one; after a conflict, `data` contains the stored design. Pictures that the customer no longer has access to stay in it, and the answer lists them.',
})

const deleteDesign = endpoint({
  name: 'editor.deleteDesign',
  method: 'DELETE',
  path: '/api/webshop/user/designs/:uuid',
  access: 'customer',
  changes: true,
  input: () => z.object({ uuid: uuid(), version: z.optional(versionText()) }),
  answer: nothing,
  failures: { ...designChanged, ...unknownDesign },
  summary: 'Deletes a saved design; with `version`, only that version: a design that was changed since is kept.',
})

export const editor = {
  unfinished: endpoint({
    name: 'editor.unfinished',
    method: 'GET',
    path: '/api/webshop/user/designs',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.array(unfinishedDesign()),
    summary: 'The most recently changed designs that the customer has not bought yet, the latest first.',
  }),
  ownTemplates: endpoint({
    name: 'editor.ownTemplates',
    method: 'GET',
    path: '/api/webshop/user/templates/by-product/:productUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ productUuid: uuid() }),
    answer: () => z.array(ownTemplate()),
    summary: "The customer's unfinished designs of a product, the latest first.",
  }),
  fillUserStrings: endpoint({
    name: 'editor.fillUserStrings',
    method: 'POST',
    path: '/api/webshop/templates/fill-user-strings-by-picture',
    access: 'customer',
    changes: false,
    input: () =>
      z.object({
        subject: z.object({ uuid: uuid() }),
        template: z.object({ uuid: uuid(), version: z.optional(z.int()) }),
        picture: z.object({ uuid: uuid() }),
        resource: z.object({ id: z.string() }),
      }),
    answer: () => z.object({ userStringResources: z.array(textResource()) }),
    failures: {
      ...unknownTemplate,
      ...unknownPictureSet,
      'editor.unknown_slot': { status: 404, text: msg({ message: 'This design has no such picture.' }) },
    },
    summary: 'The texts for a group picture: those that the template fills with the names of its groups.',
  }),
  fillTemplate: endpoint({
    name: 'editor.fillTemplate',
    method: 'POST',
    path: '/api/webshop/user/templates/fill-template',
    access: 'public',
    changes: false,
    input: () => z.object({ template: z.object({ uuid: uuid() }), subject: z.object({ uuid: z.nullable(uuid()) }) }),
    answer: () => z.object({ userResources: z.array(resource()), year: z.nullable(z.int()) }),
    failures: {
      ...unknownTemplate,
      ...unknownPictureSet,
    },
    summary: "The resources of a new design, filled with the subject's favourite pictures and texts.",
  }),
  getDesign,
  saveDesign,
  deleteDesign,
  getLineDesign: endpoint({
    ...getDesign,
    name: 'editor.getLineDesign',
    path: '/api/webshop/user/line-designs/:uuid',
    summary: 'The changes to a line in the cart, whether saved to the cart or not; null if there are none.',
  }),
  saveLineDesign: endpoint({
    ...saveDesign,
    name: 'editor.saveLineDesign',
    path: '/api/webshop/user/line-designs/:uuid',
    summary: 'Stores changes to a line in the cart, with versions like a design. They are deleted with the line.',
  }),
  deleteLineDesign: endpoint({
    ...deleteDesign,
    name: 'editor.deleteLineDesign',
    path: '/api/webshop/user/line-designs/:uuid',
    summary: 'Discards the stored changes to a line in the cart; with `version`, only that version.',
  }),
}
