import { language } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'

/** Control characters, and those that change the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/u

/**
 * One background as a photographer writes it: `backgrounds.json` is a list of them, with the pictures in the same folder.
 * Backgrounds missing from a list stay as they are.
 */
export const backgroundDocument = z.strictObject({
  /** The photographer's name for it: jobs use it, and a new picture with this key replaces the old one. */
  key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only lower-case letters, digits and hyphens'),
  names: z.record(
    language(),
    z
      .string()
      .trim()
      .min(1)
      .max(60)
      .refine((name) => !INVISIBLE.test(name), 'It contains invisible characters'),
  ),
  /** The picture's path, from the list's own folder. */
  file: z.string().min(1),
  /** The default background until the customer chooses one. */
  default: z.boolean().optional(),
  /** No longer offered. Designs that already use it are shown and printed unchanged. */
  hidden: z.boolean().optional(),
})

export type BackgroundDocument = z.infer<typeof backgroundDocument>

export const backgroundDocuments = z.array(backgroundDocument)

/** A reason why a list of backgrounds is refused, with its field. */
export type BackgroundFault = { path: string; reason: string }

/** Reads a list. Returns the readable part, with its positions, and everything that is wrong with the list. */
export function readBackgroundDocuments(
  input: unknown,
  defaultLanguage: string,
): { documents: Array<BackgroundDocument | undefined>; faults: BackgroundFault[] } {
  const parsed = backgroundDocuments.safeParse(input)
  const unread = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message })) ?? []
  if (!Array.isArray(input)) return { documents: [], faults: unread }
  // One unreadable entry must not prevent checking the rest.
  const read = input.map((each) => backgroundDocument.safeParse(each).data)
  const wrong = read.flatMap((document, index): BackgroundFault[] => {
    if (!document) return []
    const { key, names, default: isDefault, hidden } = document
    const before = read.slice(0, index).filter((each) => each !== undefined)
    return [
      ...(before.some((each) => each.key === key) ? [{ path: `${index}.key`, reason: `"${key}" occurs twice` }] : []),
      ...(names[defaultLanguage] ? [] : [{ path: `${index}.names.${defaultLanguage}`, reason: 'It has no name' }]),
      ...(isDefault && hidden
        ? [{ path: `${index}.default`, reason: 'A hidden background cannot be the default' }]
        : []),
      ...(isDefault && before.some((each) => each.default)
        ? [{ path: `${index}.default`, reason: 'There is already a default' }]
        : []),
    ]
  })
  return { documents: read, faults: [...unread, ...wrong] }
}
