declare const __PORTRAITKIT_VERSION__: string | undefined

/** The version of this build, as the package is published; `source` if it was not built. */
export const version = typeof __PORTRAITKIT_VERSION__ === 'undefined' ? 'source' : __PORTRAITKIT_VERSION__
