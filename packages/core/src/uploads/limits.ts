/** Limits for a customer's own pictures. The server enforces them; a browser checks them before sending. */

/** The maximum file size in bytes: twice the file size of a 48-megapixel camera. */
export const MAX_FILE_BYTES = 50_000_000
/** A picture with more pixels is refused before it is decoded. */
export const MAX_PIXELS = 100_000_000
/** The maximum number of files per request. */
export const MAX_FILES = 20
/** The maximum number of pictures per customer, and of their bytes. */
export const MAX_PICTURES = 300
export const MAX_TOTAL_BYTES = 2_000_000_000

/** The types that the server can read. A phone with other pictures converts them if a page asks for these. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

// 001 §3: the keyword of a picture that the customer has uploaded.
export const USER_UPLOADED = 'user_uploaded'

// 001 §9: thumbnails of pictures by their long edge in pixels.
export const THUMBNAIL = 320

/** The addresses of a thumbnail: one size on every screen, because an inbox may have hundreds of pictures. */
export function thumbnailOf(addresses: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const address = addresses[THUMBNAIL]
  return address ? { [THUMBNAIL]: address } : addresses
}
