import { language } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'

/** Controls, and what turns the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/u

/**
 * One background as a photographer writes it: in `backgrounds.json` a list of them, with the pictures beside it. What is not
 * named in a list stays as it is.
 */
export const backgroundDocument = z.strictObject({
  /** What the photographer calls it by: jobs name it so, and a changed picture of this key takes the place of the old one. */
  key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens only'),
  names: z.record(
    language(),
    z
      .string()
      .trim()
      .min(1)
      .max(60)
      .refine((name) => !UNSEEN.test(name), 'There are characters in it that nobody sees'),
  ),
  /** The picture's path, from the list's own folder. */
  file: z.string().min(1),
  /** What a picture stands before as long as nobody has chosen. */
  default: z.boolean().optional(),
  /** No longer offered. What stands before it already is shown and printed as it is. */
  hidden: z.boolean().optional(),
})

export type BackgroundDocument = z.infer<typeof backgroundDocument>

export const backgroundDocuments = z.array(backgroundDocument)

/** What keeps a list of backgrounds from being taken, with the field that it is about. */
export type BackgroundFault = { path: string; reason: string }

/** Reads a list. Answers what of it can be read, each at its place, and everything that is wrong with it. */
export function readBackgroundDocuments(
  given: unknown,
  defaultLanguage: string,
): { documents: Array<BackgroundDocument | undefined>; faults: BackgroundFault[] } {
  const parsed = backgroundDocuments.safeParse(given)
  const unread = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message })) ?? []
  if (!Array.isArray(given)) return { documents: [], faults: unread }
  // What cannot be read is no reason to be silent about the rest.
  const read = given.map((each) => backgroundDocument.safeParse(each).data)
  const wrong = read.flatMap((document, index): BackgroundFault[] => {
    if (!document) return []
    const { key, names, default: isDefault, hidden } = document
    const before = read.slice(0, index).filter((each) => each !== undefined)
    return [
      ...(before.some((each) => each.key === key) ? [{ path: `${index}.key`, reason: `"${key}" is there twice` }] : []),
      ...(names[defaultLanguage] ? [] : [{ path: `${index}.names.${defaultLanguage}`, reason: 'It has no name' }]),
      ...(isDefault && hidden ? [{ path: `${index}.default`, reason: 'What is hidden cannot be the default' }] : []),
      ...(isDefault && before.some((each) => each.default)
        ? [{ path: `${index}.default`, reason: 'There is a default already' }]
        : []),
    ]
  })
  return { documents: read, faults: [...unread, ...wrong] }
}
