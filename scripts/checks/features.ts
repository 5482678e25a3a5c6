/**
 * The features in the order in which they may import each other: leftwards only. A feature is one folder of this name
 * in core, in widgets and in server, as far as it has something there.
 */
export const FEATURES = [
  'provider',
  'account',
  'jobs',
  'access',
  'rights',
  'backgrounds',
  'uploads',
  'products',
  'vouchers',
  'template',
  'catalogues',
  'photo-packages',
  'cart',
  'picture-sets',
  'inspection',
  'browsing',
  'editor',
  'packaging',
  'digital-portraits',
  'orders',
  'reminders',
  'checkout',
  'sharing',
  'content',
  'support',
] as const

/** Folders that are no feature: what features are made with, or what stands on top of them all. */
export const SUPPORT_FOLDERS: Record<string, readonly string[]> = {
  core: [],
  widgets: ['ui', 'theme', 'locales', 'shop', 'scene'],
  server: [
    'http',
    'db',
    'blobs',
    'derivatives',
    'fonts',
    'print',
    'mail',
    'letters',
    'payments',
    'addresses',
    'range',
    'cli',
    'demo',
  ],
}

/**
 * Source files over 350 lines that are let through, each with the reason why it has no real seam.
 * Path in the repository to reason.
 */
export const LONG_FILES: Record<string, string> = {}
