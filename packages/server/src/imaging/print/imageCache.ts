import sharp from 'sharp'

/**
 * For a process that only prints: no picture is used twice, so none is cached. Otherwise up to 50 MB of pictures and their open
 * files would be kept needlessly.
 */
export function disableImageCache(): void {
  sharp.cache(false)
}
