import sharp from 'sharp'

/**
 * For a process that prints and does nothing else: no picture is looked at twice, so none that was is kept. Else up to 50 MB of
 * them, and their open files, stay for nothing.
 */
export function printSparingly(): void {
  sharp.cache(false)
}
