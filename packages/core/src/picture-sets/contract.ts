import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { jobDates } from '../jobs/dates.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { nothing, time, uuid } from '../schemas.ts'

/**
 * Signed addresses of a picture by the length of its long edge in pixels. `display` has the provider's watermark if the picture
 * is not bought; `plain` does not and is for the editor and for products that show the picture. At most 960 px if not bought.
 * In answers they are paths below the API's address; the client makes them absolute.
 */
export const pictureAddresses = () => z.record(z.string(), z.string())

const rectangle = () => ({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** 001 §3 Picture. */
export const picture = () =>
  z.object({
    uuid: uuid(),
    width: z.int(),
    height: z.int(),
    pictureType: z.enum(['IP', 'MGP', 'GP']),
    groupPicture: z.boolean(),
    bought: z.boolean(),
    inCart: z.boolean(),
    greenscreen: z.boolean(),
    /** The background of a green-screen picture in `display` and `plain`, and by default in a product; null is white. */
    background: z.optional(z.nullable(uuid())),
    keywords: z.array(z.string()),
    /** A blurred miniature as a data address. */
    placeholder: z.string(),
    display: pictureAddresses(),
    plain: pictureAddresses(),
    /** Without a background, for a bought green-screen picture. */
    cutOut: z.optional(pictureAddresses()),
    /** If a face is known, a rectangle in fractions of the upright picture: the subject's own, otherwise the largest one. */
    face: z.optional(z.object(rectangle())),
    /** Every known face, the largest first. `own` if it is certain that it is the subject's. */
    faces: z.optional(z.array(z.object({ ...rectangle(), own: z.optional(z.literal(true)) }))),
  })

/** 001 §3 Picture set: the pictures of one subject within a job; its uuid is the subject's. */
export const pictureSet = () =>
  z.object({
    subject: z.object({ uuid: uuid(), name: z.string(), group: z.string() }),
    year: z.int(),
    photographer: z.object({ uuid: uuid() }),
    job: z.object({
      uuid: uuid(),
      name: z.string(),
      creationTime: time(),
      hasBeenInWebShop: z.boolean(),
      requireFineTunedPictures: z.boolean(),
      isArchived: z.boolean(),
      ...jobDates().shape,
      /** Nothing of it is sold any more: its last day is over, or it is archived or deleted. */
      isClosed: z.optional(z.boolean()),
      /** Its pictures were deleted, so there are none. */
      isDeleted: z.optional(z.boolean()),
    }),
    jobType: z.object({ uuid: uuid() }),
    bought: z.boolean(),
    inCart: z.boolean(),
    /** Somebody else shared it with the customer, who cannot share it with others. */
    isShared: z.optional(z.boolean()),
    pictures: z.array(picture()),
  })

export type Picture = z.infer<ReturnType<typeof picture>>
export type PictureSet = z.infer<ReturnType<typeof pictureSet>>

export const pictureSets = {
  list: endpoint({
    name: 'picture-sets.list',
    method: 'GET',
    path: '/api/webshop/picture-sets',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.object({ pictureSets: z.array(pictureSet()) }),
    summary: "The customer's picture sets, the most recently added first.",
  }),
  get: endpoint({
    name: 'picture-sets.get',
    method: 'GET',
    path: '/api/webshop/picture-sets/:subjectUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ subjectUuid: uuid() }),
    answer: () => z.object({ pictureSet: pictureSet() }),
    failures: unknownPictureSet,
    summary: 'One picture set of the customer.',
  }),
}
