/** What is taken of a customer's own pictures. The server holds to it; a browser says so before anything is sent. */

/** The largest file, in bytes: twice what a camera of 48 megapixels writes. */
export const MAX_FILE_BYTES = 50_000_000
/** Above this a picture is refused before it is unpacked. */
export const MAX_PIXELS = 100_000_000
/** Files of one request. */
export const MAX_FILES = 20
/** Pictures of one customer, and their bytes. */
export const MAX_PICTURES = 300
export const MAX_TOTAL_BYTES = 2_000_000_000

/** What the server can read. A phone that takes other pictures makes one of these where a page asks for them. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

// 001 §3: the keyword of a picture that the customer has uploaded.
export const USER_UPLOADED = 'user_uploaded'

// 001 §9: thumbnails of pictures by their long edge in pixels.
export const THUMBNAIL = 320

/** The addresses of a thumbnail: one size, whatever the screen could show, for an inbox may have hundreds of pictures. */
export function thumbnailOf(addresses: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const address = addresses[THUMBNAIL]
  return address ? { [THUMBNAIL]: address } : addresses
}
