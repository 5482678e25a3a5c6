import * as z from 'zod/mini'

/** A name inside a template: letters, digits, dashes. */
export const localId = () =>
  z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/i, 'An id may contain only letters, digits and hyphens'))

/** A plain file name without a folder, so that it cannot lead elsewhere. */
export const assetName = () =>
  z
    .string()
    .check(
      z.regex(
        /^[a-z0-9][a-z0-9_-]{0,59}\.(png|jpg|jpeg|webp)$/i,
        'Not the name of a PNG, JPEG or WebP file in this folder',
      ),
    )

/** An outline in SVG syntax. */
export const pathData = () =>
  z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE\s,.+-]+$/, 'Not a path'), z.maxLength(100_000))
