/**
 * The features in the order in which they may import each other: leftwards only. A feature is one folder of this name in core,
 * in widgets and in server, if it has something there. A subfolder of a feature is listed by itself if it has its own place in
 * the order.
 */
export const FEATURES = [
  'provider',
  'account',
  'jobs',
  'access',
  'letters',
  'cards',
  'rights',
  'backgrounds',
  'corrections',
  'people',
  'schools',
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
  'retakes',
  'checkout',
  'sharing',
  'content',
  'support',
  'range',
] as const

/** A floor: one folder or file of `src`, or several whose order among each other does not matter. */
type Floor = string | readonly string[]

/**
 * The floors of each package, from the ground up: a floor imports itself and those below, types included. `features` stands for
 * the folders of the list above, which the server has in a folder of that name. Files in `src` itself are listed one by one.
 */
export const FLOORS: Record<string, readonly Floor[]> = {
  core: [
    [
      'msg.ts',
      'languageTags.ts',
      'exactValues.ts',
      'networkMessages.ts',
      'formFaults.ts',
      'inputFaults.ts',
      'errors.ts',
      'requestId.ts',
      'sending.ts',
      'latestAnswer.ts',
      'tryCall.ts',
      'pageChannel.ts',
      'natives.ts',
      'storage.ts',
      'subscribe.ts',
    ],
    ['geometry.ts', 'money.ts', 'schemas.ts', 'routes.ts', 'pictureRefresh.ts'],
    ['endpoint.ts', 'commonFailures.ts', 'traceParent.ts'],
    'client.ts',
    // A shop has a session, and every feature is created for a shop: types point both ways, values in one direction.
    [
      'features',
      'shop.ts',
      'events.ts',
      'analytics.ts',
      'dataLayer.ts',
      'tabMemory.ts',
      'onCustomerChange.ts',
      'onLanguageChange.ts',
      'forgetWithCustomer.ts',
    ],
    'contract.ts',
    'index.ts',
    'testing',
  ],
  'local-mongo': [
    'errors.ts',
    'bson',
    'protocol',
    // A query reads the store, whose indexes are sorted as queries sort: types point both ways, values in one direction.
    ['query', 'storage'],
    'update',
    'commands',
    'server',
    'worker.ts',
    'thread.ts',
    ['backup.ts', 'open.ts'],
    ['conformance', 'proofs'],
  ],
  widgets: [
    'jsx',
    [
      'minWidth.ts',
      'modalFocus.ts',
      'oncePerSession.ts',
      'options.ts',
      'prefetchedAnswers.ts',
      'requireReact.ts',
      'styles.ts',
      'useBackToMain.ts',
    ],
    ['useOpenModal.ts', 'version.ts'],
    // The root of a page has the language: types point both ways, values in one direction.
    ['locales', 'pageShops.ts', 'rootContext.ts'],
    'useLivePage.ts',
    'theme',
    'ui',
    'baseStyles.ts',
    'scene',
    'surfaces.ts',
    'surface',
    'features',
    'shop',
    [
      'root.tsx',
      'rootCartCount.ts',
      'rootOptions.ts',
      'rootChecks.ts',
      'routeAddress.ts',
      'leaveSignedIn.ts',
      'elementTypes.ts',
      'doctor',
      'elementSlots.ts',
    ],
    ['element.tsx', 'guarded.tsx'],
    ['register.ts', 'loader.ts', 'loaderNotice.ts', 'loaderRoom.ts', 'roomRules.ts', 'loaderTexts.ts', 'cssParts.ts'],
    'testing',
  ],
  server: [
    'platform',
    'imaging',
    'ports',
    'features',
    'demo',
    // Only `cli` and the tests import them, for they start everything.
    ['features.ts', 'openApp.ts', 'server.ts', 'main.ts'],
    'cli',
    'testing',
  ],
}

/** A list that loads everything on the floors above when it is needed; its dynamic imports do not count. */
export const LOADERS: readonly string[] = ['packages/widgets/src/surfaces.ts']

/** The packages that each package may import; tests and what is made for them may import anything. */
export const PACKAGES: Record<string, readonly string[]> = {
  core: [],
  'local-mongo': [],
  widgets: ['core'],
  server: ['core', 'local-mongo'],
}

/** What a package may name outside the packages below it, each with the reason: `file -> what it names` to reason. */
export const NAMED_OUTSIDE: Record<string, string> = {
  'packages/core/npm.ts -> scripts/emitPackage.ts': 'builds the npm package, and is not part of it',
  'packages/core/tsup.config.ts -> scripts/emitPackage.ts': 'builds the npm package, and is not part of it',
  'packages/core/tsup.config.ts -> scripts/leanCalls.ts': 'builds the npm package, and is not part of it',
  'packages/widgets/vite.lean.ts -> scripts/leanCalls.ts': 'builds what browsers get, and is not part of it',
  'packages/widgets/vite.types.ts -> scripts/emitPackage.ts': 'builds the npm package, and is not part of it',
  'packages/widgets/vite.settings.ts -> packages/server/src/demo/looks.json':
    'previews of the theme editor, read when it is built',
  'packages/server/src/server.ts -> .': 'the folder of the repository, in which the built site is found at run time',
}

/** The folder of a package that contains its features, from `src`; unlisted packages have them in `src` itself. */
export const FEATURE_FOLDERS: Record<string, string> = { server: 'features/' }

/** The circles of types: the folder, and its entries that take part. A circle of values is never allowed. */
export const TYPE_CYCLES: Record<string, readonly string[]> = {
  // core's tools for tests have the type of the server that they start
  packages: ['core server'],
  'packages/core/src': [
    'access account analytics.ts cart checkout digital-portraits events.ts forgetWithCustomer.ts onCustomerChange.ts onLanguageChange.ts picture-sets products provider shop.ts tabMemory.ts',
  ],
  'packages/core/src/checkout': ['failedCalls.ts form.ts'],
  'packages/core/src/editor': ['drawing editorState.ts input opening saving'],
  'packages/local-mongo/src': ['query storage'],
  'packages/server/src/platform': [
    'app.ts command.ts db feature.ts mail metrics migrations personalData.ts provider rules subjectMerge.ts taskKind.ts',
  ],
  'packages/server/src/testing': ['acceptedScans.ts queryPlans.ts'],
  'packages/widgets/src': ['elementTypes.ts root.tsx rootChecks.ts rootOptions.ts routeAddress.ts'],
  'packages/widgets/src/editor': ['frame itemContext.ts useEditor.ts'],
  'packages/widgets/src/photo-packages:page': ['PackageEditor.tsx PackageSummary.tsx PackageView.tsx'],
  'scripts/checks': ['references.ts sources.ts'],
}

/**
 * Source files over 300 lines that are allowed, each with the reason why it has no real seam. Path in the repository to reason.
 */
export const LONG_FILES: Record<string, string> = {
  'packages/server/src/demo/people.ts': 'a table of people, read from top to bottom',
  'packages/server/src/demo/providers.ts': 'two providers of the demo world, each one value',
}

/** Files of core over 100 lines that need no test of their own name, besides contracts, each with the reason. */
export const FILES_WITHOUT_TEST: Record<string, string> = {
  'packages/core/src/template/definition.ts': 'the schema of a template, a contract with those who make templates',
  'packages/core/src/template/scene.ts': 'the schema of a scene',
}

/**
 * Functions over 80 lines, and components over 120, that are allowed, each with the reason. File and name to reason. Splitting
 * one removes its line.
 */
export const LONG_FUNCTIONS: Record<string, string> = {
  'bench/checkout/shopper.ts createShopper': 'one shopper, read from top to bottom',
  'packages/core/src/editor/drawing/painter.ts createPainter':
    'one counter and three timers that decide together which scene counts',
  'packages/server/src/demo/deliveries.ts brightsideDeliveries': 'one value, read from top to bottom',
  'packages/server/src/demo/packages.ts demoPackages': 'one value, read from top to bottom',
  'packages/server/src/demo/providers.ts brightside': 'one value, read from top to bottom',
  'packages/server/src/demo/providers.ts nordlys': 'one value, read from top to bottom',
  'packages/server/src/demo/tiles.ts drawTiles': 'one drawing, from the background to the front',
  'packages/widgets/src/element.tsx elementClass': 'the body of a class, whose methods are short',
}

/**
 * Tests that are left out under a condition, each with the reason: `path what`, as in `packages/core/src/a.test.ts it.skipIf`.
 * None today: what is proved at length (`PROOFS`) or against any MongoDB (`MONGODB_URL`) runs everywhere, only smaller.
 */
export const CONDITIONAL_TESTS: Record<string, string> = {}
