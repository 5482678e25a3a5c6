/**
 * The features in the order in which they may import each other: leftwards only. A feature is one folder of this name
 * in core, in widgets and in server, as far as it has something there. A room of a feature stands here by itself where it has a
 * place of its own in the order.
 */
export const FEATURES = [
  'provider',
  'account',
  'jobs',
  'access',
  'letters',
  'rights',
  'backgrounds',
  'imports',
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
  'photo-packages/offers',
  'editor',
  'photo-packages/page',
  'digital-portraits',
  'orders',
  'reminders',
  'checkout',
  'sharing',
  'content',
  'support',
  'range',
] as const

/**
 * The floors of each package, from the ground up: what stands on one imports its own floor and those below, types included.
 * A floor is one folder, or several that do not know each other's order; `features` stands for the folders of the list above, which
 * the server has in a folder of that name.
 */
export const FLOORS: Record<string, readonly string[]> = {
  core: ['features', 'testing'],
  widgets: ['locales', 'theme', 'ui', 'scene', 'surface', 'features', 'shop', 'testing'],
  server: ['platform', 'imaging', 'ports', 'features', 'cli', 'demo', 'testing'],
}

/** In which folder of a package its features lie, from `src`; where it is not named, they lie in `src` itself. */
export const FEATURE_FOLDERS: Record<string, string> = { server: 'features/' }

/**
 * Where types import each other in a circle: the folder, and what stands in it side by side and takes part. A circle of values
 * is never let through.
 */
export const TYPE_CYCLES: Record<string, readonly string[]> = {
  'packages/core/src': [
    'access account analytics.ts cart checkout digital-portraits events.ts memory.ts onCustomerChange.ts onLanguageChange.ts picture-sets products provider shop.ts',
  ],
  'packages/core/src/checkout': ['form.ts problems.ts'],
  'packages/core/src/editor': ['drawing editorState.ts input opening saving'],
  'packages/local-mongo/src': ['query storage'],
  'packages/server/src/platform': ['app.ts command.ts db feature.ts mail personalData.ts provider rules'],
  'packages/widgets/src': [
    'elementTypes.ts root.tsx rootOptions.ts routeAddress.ts',
    'locales pageShops.ts rootContext.ts',
  ],
  'packages/widgets/src/editor': ['frame itemContext.ts useEditor.ts'],
  'packages/widgets/src/photo-packages:page': ['PackageEditor.tsx PackageSummary.tsx PackageView.tsx'],
}

/**
 * Source files over 350 lines that are let through, each with the reason why it has no real seam.
 * Path in the repository to reason.
 */
export const LONG_FILES: Record<string, string> = {}
