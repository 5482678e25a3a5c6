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
 * Source files over 300 lines that are let through, each with the reason why it has no real seam.
 * Path in the repository to reason.
 */
export const LONG_FILES: Record<string, string> = {
  'packages/server/src/demo/people.ts': 'a table of people, read from top to bottom',
  'packages/server/src/demo/providers.ts': 'two providers of the demo world, each one value',
  'packages/server/src/features/checkout/transaction.ts':
    'waits for its seam: what is checked, beside what is asked of a gateway',
}

/**
 * Functions over 80 lines, and components over 120, that are let through, each with the reason. File and name to reason. Who splits one
 * takes its line away.
 */
export const LONG_FUNCTIONS: Record<string, string> = {
  'bench/checkout/shopper.ts createShopper': 'one shopper, read from top to bottom',
  'packages/core/src/account/keySession.ts createKeySession': 'waits for its seam: one line too many',
  'packages/core/src/account/session.ts createSession':
    'waits for its seam: a sign-out that an earlier page never heard of',
  'packages/core/src/editor/drawing/painter.ts createPainter':
    'one counter and three timers that decide together which scene counts',
  'packages/local-mongo/src/server/connection.ts serveConnection': 'waits for its seam',
  'packages/local-mongo/src/server/engine.ts createEngine': 'waits for its seam',
  'packages/local-mongo/src/storage/documents.ts createDocuments': 'waits for its seam',
  'packages/server/src/demo/deliveries.ts brightsideDeliveries': 'one value, read from top to bottom',
  'packages/server/src/demo/packages.ts demoPackages': 'one value, read from top to bottom',
  'packages/server/src/demo/providers.ts brightside': 'one value, read from top to bottom',
  'packages/server/src/demo/providers.ts nordlys': 'one value, read from top to bottom',
  'packages/server/src/demo/tiles.ts drawTiles': 'one drawing, from the background to the front',
  'packages/server/src/platform/db/drafts.ts createDrafts': 'waits for its seam',
  'packages/widgets/src/editor/EditorFrame.tsx EditorFrame':
    'waits for its seam: what it does and listens to, beside what it shows',
  'packages/widgets/src/editor/stage/CropStage.tsx CropStage': 'waits for its seam: its layers and its handles',
  'packages/widgets/src/element.tsx elementClass': 'the body of a class, whose methods are short',
}
