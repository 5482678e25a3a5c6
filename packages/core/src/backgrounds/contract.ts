import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { uuid } from '../schemas.ts'

/** 001 §3 Green-screen background: the background of a cut-out. */
export const background = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    /** The address of the background alone, for an `<img>`: 001 §6 gsbackground.php. */
    src: z.string(),
    /** The background used until the customer chooses one. */
    default: z.boolean(),
  })

/** The same with signed addresses of one picture in front of it, by the length of the long edge. */
export const pictureBackground = () => z.extend(background(), { plain: z.record(z.string(), z.string()) })

export type Background = z.infer<ReturnType<typeof background>>
export type PictureBackground = z.infer<ReturnType<typeof pictureBackground>>

export const backgrounds = {
  ofJob: endpoint({
    name: 'backgrounds.ofJob',
    method: 'GET',
    path: '/api/webshop/green-screen-backgrounds/:jobUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ jobUuid: uuid() }),
    answer: () => z.array(background()),
    failures: unknownPictureSet,
    summary: 'The backgrounds for the green-screen pictures of a job, the default one first.',
  }),
  ofPicture: endpoint({
    name: 'backgrounds.ofPicture',
    method: 'GET',
    path: '/ajax/template/get_image_backgrounds.php',
    access: 'customer',
    changes: false,
    input: () => z.object({ uuid: uuid() }),
    answer: () => z.array(pictureBackground()),
    failures: unknownPictureSet,
    summary:
      'The backgrounds of one picture, with the picture in front of each. Empty if it is not a green-screen picture.',
  }),
}
