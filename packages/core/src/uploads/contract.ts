import * as z from 'zod/mini'
import { endpoint, type Failures } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { nothing, uuid } from '../schemas.ts'

// lingui-set comment="What the shop answers when a customer's own picture cannot be used"

/** The specified form field, which may occur several times. */
export const FIELD = 'images[]'

/** 001 §3 Recent user image: a picture that the customer has uploaded. Signed addresses by length of the long edge. */
export const ownPicture = () =>
  z.object({
    uuid: uuid(),
    width: z.int(),
    height: z.int(),
    /** `user_uploaded`. */
    keywords: z.array(z.string()),
    /** A blurred miniature as a data address. */
    placeholder: z.string(),
    plain: z.record(z.string(), z.string()),
    /** If the file marks a face: a rectangle in fractions of the upright picture. */
    face: z.optional(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  })
export type OwnPicture = z.infer<ReturnType<typeof ownPicture>>

const notOffered = {
  'uploads.not_offered': { status: 403, text: msg({ message: 'Pictures of your own cannot be used in this shop.' }) },
} as const satisfies Failures

/** Why files are refused; `data.file` is the name of the first refused one. Then none of several files is stored. */
const refusals = {
  ...notOffered,
  'uploads.no_file': { status: 400, text: msg({ message: 'Please choose a picture.' }) },
  'uploads.too_many': { status: 413, text: msg({ message: 'Please send at most 20 pictures at once.' }) },
  'uploads.too_large': {
    status: 413,
    text: msg({ message: 'This file is larger than 50 MB. Please choose a smaller picture.' }),
  },
  'uploads.too_many_pixels': {
    status: 413,
    text: msg({
      message: 'This picture has more than 100 megapixels. Please choose a smaller one.',
      context: 'failure',
    }),
  },
  'uploads.heic': {
    status: 415,
    text: msg({
      message:
        'This is an HEIC picture, which cannot be used here. To send it as a JPEG: in Photos on the iPhone choose Share, then Options, then “Most Compatible”, and save it to Files. Settings, Camera, Formats, “Most Compatible” makes new pictures JPEGs.',
    }),
  },
  'uploads.format': {
    status: 415,
    text: msg({ message: 'This is not a JPEG, PNG or WebP picture. Please send it as a JPEG.', context: 'failure' }),
  },
  'uploads.broken': {
    status: 422,
    text: msg({
      message: 'This picture is damaged or not complete. Please open it on your device, save it again and send that.',
      context: 'failure',
    }),
  },
  'uploads.full': {
    status: 409,
    text: msg({
      message: 'There is no room left for more of your pictures. Please delete some that you no longer need.',
      context: 'failure',
    }),
  },
} as const satisfies Failures

export const uploads = {
  send: endpoint({
    name: 'uploads.send',
    method: 'POST',
    path: '/api/webshop/user/images',
    access: 'customer',
    changes: true,
    files: FIELD,
    input: nothing,
    answer: () => z.object({ images: z.array(ownPicture()) }),
    failures: refusals,
    summary:
      'Uploads the customer’s own pictures: JPEG, PNG or WebP. A file that was uploaded before is not stored twice.',
  }),
  sendForTemplate: endpoint({
    name: 'uploads.sendForTemplate',
    method: 'POST',
    path: '/system/iframes/upload_internal.php',
    access: 'customer',
    changes: true,
    files: FIELD,
    input: () => z.object({ type: z.literal('template'), json: z.literal('1'), thumbnails: z.enum(['320', '640']) }),
    answer: () =>
      z.object({
        result: z.literal('OK'),
        files: z.array(z.extend(ownPicture(), { name: z.string(), thumbnail: z.string() })),
      }),
    failures: refusals,
    summary: 'Uploads pictures, and returns the address of a thumbnail of the requested size for each.',
  }),
  recent: endpoint({
    name: 'uploads.recent',
    method: 'GET',
    path: '/api/webshop/user/recent-images',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.array(ownPicture()),
    failures: notOffered,
    summary: 'The pictures that the customer has uploaded, the newest first.',
  }),
  remove: endpoint({
    name: 'uploads.remove',
    method: 'DELETE',
    path: '/api/webshop/user/images/:uuid',
    access: 'customer',
    changes: true,
    input: () => z.object({ uuid: uuid() }),
    answer: nothing,
    failures: {
      'uploads.unknown': { status: 404, text: msg({ message: 'We could not find this picture among yours.' }) },
    },
    summary: 'Deletes an uploaded picture. Its files are kept as long as a design, the cart or an order uses it.',
  }),
}
