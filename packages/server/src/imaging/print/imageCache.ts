import sharp from 'sharp'

/**
 * Neither a server, which stores what it makes, nor a process that prints decodes a picture twice. Otherwise up to 50 MB of
 * pictures and their open files would be kept needlessly.
 */
export function disableImageCache(): void {
  sharp.cache(false)
}
