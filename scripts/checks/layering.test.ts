import { dirname, relative } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { checkCycles, findCycles } from './cycles.ts'
import { TYPE_CYCLES } from './features.ts'
import {
  checkDemoApart,
  checkFloors,
  checkFolders,
  checkImportOrder,
  checkOrdersNeeded,
  checkPackages,
  checkSurfacesApart,
  checkTestDataApart,
} from './layering.ts'
import { parseModules, readSources } from './sources.ts'

const modules = parseModules(readSources())

/** Modules from paths and texts, as the check would read them. */
const modulesOf = (files: Record<string, string>) =>
  parseModules(Object.entries(files).map(([path, text]) => ({ path, text })))

describe('features import leftwards only', () => {
  it('in the current project', () => {
    expect(checkImportOrder(modules)).toEqual([])
  })

  it('finds an import to the right, relative or by package name, of a value or a type', () => {
    const problems = checkImportOrder(
      modulesOf({
        'packages/core/src/cart/state.ts': `import { a } from '../orders/order.ts'`,
        'packages/server/src/features/cart/routes.ts': `import type { B } from '@portraitkit/core/checkout/contract.ts'`,
        'packages/widgets/src/jobs/List.tsx': `const later = () => import('../cart/Cart.tsx')`,
      }),
    )
    expect(problems).toEqual([
      'packages/core/src/cart/state.ts:1 cart imports orders, which is to its right',
      'packages/server/src/features/cart/routes.ts:1 cart imports checkout, which is to its right',
      'packages/widgets/src/jobs/List.tsx:1 jobs imports cart, which is to its right',
    ])
  })

  it('finds an import to the right, however it is written', () => {
    const breaches = [
      `type A = import('../orders/order.ts').A`,
      `type A = typeof import('../orders/order.ts')`,
      'const later = () => import(`../orders/order.ts`)',
      `export {} from '../orders/order.ts'`,
      `import order = require('../orders/order.ts')`,
      `const all = import.meta.glob('../orders/*.ts', { eager: true })`,
      `const all = import.meta.glob(['../o*/order.ts', '!../cart/*'])`,
      `const all = import.meta.glob('../orders/order.ts?raw')`,
      `const where = import.meta.resolve('../orders/order.ts')`,
      'const where = new URL(`../orders/order.ts`, import.meta.url)',
      `const order = require('../orders/order.ts')`,
      `const order = createRequire(import.meta.url)('../orders/order.ts')`,
      `const load = createRequire(import.meta.url); load('../orders/order.ts')`,
      `const load = module.createRequire(import.meta.url); load.resolve('../orders/order.ts')`,
      `const { resolve: find } = createRequire(import.meta.url); find('../orders/order.ts')`,
    ]
    const order = { path: 'packages/core/src/orders/order.ts', text: '' }
    for (const text of breaches) {
      const modules = parseModules([order, { path: 'packages/core/src/cart/state.ts', text }])
      expect(checkImportOrder(modules), text).toEqual([
        'packages/core/src/cart/state.ts:1 cart imports orders, which is to its right',
      ])
    }
    const fine = `import.meta.glob(['../*/order.ts', '!../orders/*']); require(name); resolve('../orders/order.ts')`
    expect(checkImportOrder(parseModules([order, { path: 'packages/core/src/cart/state.ts', text: fine }]))).toEqual([])
  })

  it('allows leftward imports, its own folder, support folders and tests', () => {
    const problems = checkImportOrder(
      modulesOf({
        'packages/server/src/features/orders/routes.ts': `import { a } from '../cart/cart.ts'\nimport './order.ts'\nimport '../../platform/db/db.ts'`,
        'packages/server/src/features/cart/routes.test.ts': `import { buildOrder } from '../orders/order.ts'`,
        'packages/server/src/cli/main.ts': `import '../features/orders/order.ts'`,
      }),
    )
    expect(problems).toEqual([])
  })
})

describe('a floor imports itself and those below', () => {
  it('in the current project', () => {
    expect(checkFloors(modules)).toEqual([])
  })

  it('finds an import upwards, of a value or a type', () => {
    const problems = checkFloors(
      modulesOf({
        'packages/server/src/platform/http/calls.ts': `import { findSession } from '../../features/account/sessions.ts'`,
        'packages/server/src/imaging/print/asset.ts': `import type { Asset } from '../../features/template/assets.ts'`,
        'packages/server/src/features/cart/routes.ts': `import { command } from '../../cli/command.ts'`,
        'packages/widgets/src/ui/Button.tsx': `import { router } from '../shop/router.ts'`,
        'packages/server/src/features/cart/a.ts': `import { openApp } from '../../openApp.ts'`,
        'packages/server/src/platform/b.ts': `import type { c } from '@portraitkit/server/features.ts'`,
        'packages/server/src/demo/c.ts': `const later = () => import('../server.ts')`,
        'packages/server/src/server.ts': `import { run } from './cli/main.ts'`,
        'packages/local-mongo/src/bson/raw.ts': `import { run } from '../commands/read.ts'`,
        'packages/local-mongo/src/server/engine.ts': `import type { a } from '../open.ts'`,
        'packages/core/src/client.ts': `import type { b } from './shop.ts'`,
        'packages/core/src/cart/b.ts': `import { calls } from '../contract.ts'`,
        'packages/widgets/src/cart/Cart.tsx': `import { Root } from '../root.tsx'`,
        'packages/widgets/src/rootContext.ts': `import type { a } from './surfaces.ts'`,
        'packages/widgets/src/surfaces.ts': `import { a } from './cart/Cart.tsx'`,
      }),
    )
    expect(problems).toEqual([
      'packages/server/src/platform/http/calls.ts:1 platform imports account, which is above it',
      'packages/server/src/imaging/print/asset.ts:1 imaging imports template, which is above it',
      'packages/server/src/features/cart/routes.ts:1 cart imports cli, which is above it',
      'packages/widgets/src/ui/Button.tsx:1 ui imports shop, which is above it',
      'packages/server/src/features/cart/a.ts:1 cart imports openApp.ts, which is above it',
      'packages/server/src/platform/b.ts:1 platform imports features.ts, which is above it',
      'packages/server/src/demo/c.ts:1 demo imports server.ts, which is above it',
      'packages/server/src/server.ts:1 server.ts imports cli, which is above it',
      'packages/local-mongo/src/bson/raw.ts:1 bson imports commands, which is above it',
      'packages/local-mongo/src/server/engine.ts:1 server imports open.ts, which is above it',
      'packages/core/src/client.ts:1 client.ts imports shop.ts, which is above it',
      'packages/core/src/cart/b.ts:1 cart imports contract.ts, which is above it',
      'packages/widgets/src/cart/Cart.tsx:1 cart imports root.tsx, which is above it',
      'packages/widgets/src/rootContext.ts:1 rootContext.ts imports surfaces.ts, which is above it',
      'packages/widgets/src/surfaces.ts:1 surfaces.ts imports cart, which is above it',
    ])
  })

  it('allows imports downwards, tests and test tools', () => {
    const problems = checkFloors(
      modulesOf({
        'packages/server/src/features/cart/routes.ts': `import { html } from '../../platform/html.ts'`,
        'packages/server/src/platform/http/calls.test.ts': `import { cart } from '../../features/cart/routes.ts'`,
        'packages/server/src/testing/buildBuyer.ts': `import { cart } from '../features/cart/routes.ts'`,
        'packages/server/src/testing/testServer.ts': `import { startServer } from '../server.ts'`,
        'packages/server/src/cli/main.ts': `import { openApp } from '../openApp.ts'`,
        'packages/server/src/server.ts': `import { openApp } from './openApp.ts'\nimport './platform/env.ts'`,
        'packages/core/src/cart/state.ts': `import { endpoint } from '../endpoint.ts'`,
        'packages/core/src/contract.ts': `import { cart } from './cart/contract.ts'`,
        'packages/widgets/src/surfaces.ts': `const load = () => import('./cart/Cart.tsx')`,
        'packages/local-mongo/src/open.ts': `import { openStore } from './storage/store.ts'`,
      }),
    )
    expect(problems).toEqual([])
  })
})

describe('a package imports only those below it', () => {
  it('in the current project, with only the listed exceptions', () => {
    expect(checkPackages(modules)).toEqual([])
  })

  it('finds an import of another package, or of something outside the packages, by path or by name', () => {
    const breaches = [
      ['core', '../../../server/src/platform/app.ts', 'packages/server/src/platform/app.ts'],
      ['core', '@portraitkit/server/platform/app.ts', 'packages/server/src/platform/app.ts'],
      ['core', '@portraitkit/widgets', 'packages/widgets/src/root.tsx'],
      ['core', '@portraitkit/server', 'packages/server'],
      ['local-mongo', '@portraitkit/core/money', 'packages/core/src/money.ts'],
      ['local-mongo', '../../../core/src/money.ts', 'packages/core/src/money.ts'],
      ['widgets', '@portraitkit/local-mongo/open.ts', 'packages/local-mongo/src/open.ts'],
      ['widgets', '../../../server/src/server.ts', 'packages/server/src/server.ts'],
      ['server', '@portraitkit/widgets/ui/Button.tsx', 'packages/widgets/src/ui/Button.tsx'],
      ['server', '../../../../scripts/browser.ts', 'scripts/browser.ts'],
      ['widgets', '../../../../examples/host-site/src/main.tsx', 'examples/host-site/src/main.tsx'],
      ['widgets', '@portraitkit/example-host-site', 'packages/example-host-site'],
      ['core', '../../../../bench/report.ts', 'bench/report.ts'],
    ] as const
    for (const [name, specifier, target] of breaches) {
      const path = `packages/${name}/src/cart/a.ts`
      expect(checkPackages(modulesOf({ [path]: `import { b } from '${specifier}'` }), {}), specifier).toEqual([
        `${path}:1 imports ${target}, on which ${name} must not depend`,
      ])
    }
  })

  it('allows its own files, the packages below, tests and a named exception, which must be needed', () => {
    const files = modulesOf({
      'packages/core/src/cart/a.ts': `import '../money.ts'\nimport '@portraitkit/core/money'\nimport 'valtio'`,
      'packages/widgets/src/cart/a.ts': `import '@portraitkit/core/money'\nimport '../../sizeLimits.ts'`,
      'packages/server/src/a.ts': `import '../../core/src/money.ts'\nimport '@portraitkit/local-mongo/open.ts'`,
      'packages/core/src/cart/a.test.ts': `import '../../../server/src/testing/testServer.ts'`,
      'packages/widgets/src/testing/buildPerson.ts': `import '../../../../scripts/browser.ts'`,
      'packages/core/npm.ts': `import '../../scripts/emitPackage.ts'`,
    })
    const named = { 'packages/core/npm.ts -> scripts/emitPackage.ts': 'builds the package' }
    expect(checkPackages(files, named)).toEqual([])
    expect(checkPackages(files.slice(0, 5), named)).toEqual([
      'packages/core/npm.ts -> scripts/emitPackage.ts is listed as an exception and is not needed',
    ])
  })
})

describe('the entries of a folder import each other in one direction', () => {
  it('in the current project, with only the listed circles of types', () => {
    expect(checkCycles(modules, TYPE_CYCLES)).toEqual([])
  })

  it('finds a circle of values between folders, and one of types', () => {
    const files = modulesOf({
      'packages/server/src/platform/http/calls.ts': `import { mail } from '../mail/sender.ts'`,
      'packages/server/src/platform/mail/sender.ts': `import { html } from '../http/html.ts'`,
      'packages/core/src/cart/state.ts': `import type { Line } from './line.ts'`,
      'packages/core/src/cart/line.ts': `import { cart } from './state.ts'`,
    })
    expect(checkCycles(files, {})).toEqual([
      'packages/server/src/platform imports in a circle: http/calls.ts -> mail/sender.ts, mail/sender.ts -> http/html.ts',
      'an unlisted circle of types, packages/core/src/cart: line.ts state.ts',
      'an unlisted circle of types, packages/server/src/platform: http mail',
    ])
    const named = { 'packages/core/src/cart': ['line.ts state.ts'], 'packages/core/src/jobs': ['a.ts b.ts'] }
    expect(checkCycles(files.slice(2), named)).toEqual([
      'there is no circle of types any more, packages/core/src/jobs: a.ts b.ts',
    ])
  })

  it('allows dynamic imports and those of a test', () => {
    const files = modulesOf({
      'packages/core/src/cart/state.ts': `const later = () => import('./line.ts')`,
      'packages/core/src/cart/line.ts': `import { cart } from './state.ts'`,
      'packages/core/src/cart/cart.test.ts': `import '../cart/line.ts'`,
    })
    expect(findCycles(files, 'types')).toEqual([])
  })

  it('finds one anywhere: in another package, between its root files, among scripts and in tools for tests', () => {
    const pairs = [
      ['packages/local-mongo/src/bson/raw.ts', 'packages/local-mongo/src/query/path.ts'],
      ['packages/widgets/src/root.tsx', 'packages/widgets/src/styles.ts'],
      ['packages/widgets/vite.lean.ts', 'packages/widgets/vite.shared.ts'],
      ['packages/server/src/testing/client.ts', 'packages/server/src/testing/server.ts'],
      ['packages/core/src/client.ts', 'packages/server/src/main.ts'],
      ['scripts/checks/a.ts', 'scripts/checks/b.ts'],
      ['scripts/test.ts', 'scripts/checks/b.ts'],
      ['bench/a.ts', 'bench/b.ts'],
      ['docs/site/a.ts', 'docs/site/b.ts'],
      ['examples/host-site/e2e/a.ts', 'examples/host-site/e2e/b.ts'],
    ] as const
    const name = (from: string, to: string) => relative(dirname(from), to).replace(/^(?!\.)/, './')
    for (const [one, other] of pairs) {
      const files = modulesOf({ [one]: `import '${name(one, other)}'`, [other]: `import '${name(other, one)}'` })
      expect(checkCycles(files, {})[0], one).toContain(' imports in a circle: ')
    }
  })
})

describe('every folder is a feature or belongs to a floor', () => {
  it('in the current project', () => {
    expect(checkFolders(modules.map(({ path }) => path))).toEqual([])
    expect(checkOrdersNeeded(modules.map(({ path }) => path))).toEqual([])
  })

  it('finds an unlisted folder', () => {
    const problems = checkFolders([
      'packages/server/src/basket/routes.ts',
      'packages/server/src/features/basket/routes.ts',
      'packages/server/src/features/cart/routes.ts',
    ])
    expect(problems).toEqual([
      'packages/server: basket is neither a feature nor on a floor: scripts/checks/features.ts',
      'packages/server: features/basket is neither a feature nor on a floor: scripts/checks/features.ts',
    ])
    expect(checkFolders(['packages/core/src/ui/Button.ts'])).toHaveLength(1)
  })

  it('finds an unlisted file next to the folders, in each package', () => {
    for (const path of ['core/src/a.ts', 'widgets/src/a.tsx', 'local-mongo/src/a.ts', 'local-mongo/src/cache/a.ts'])
      expect(checkFolders([`packages/${path}`]), path).toHaveLength(1)
    expect(checkFolders(['packages/core/src/client.test.ts', 'packages/server/src/main.ts'])).toEqual([])
    expect(checkFolders(['packages/cli/src/a.ts'])).toHaveLength(1)
  })

  it('finds on the server a feature next to the floors, a file next to the features, and a file next to main.ts', () => {
    for (const [path, place] of [
      ['server/src/cart/extra.ts', 'server: src/cart'],
      ['server/src/photo-packages/page/extra.ts', 'server: src/photo-packages'],
      ['server/src/features/extra.ts', 'server: features/extra.ts'],
      ['server/src/features/platform/extra.ts', 'server: features/platform'],
      ['server/src/extra.ts', 'server: extra.ts'],
    ])
      expect(checkFolders([`packages/${path}`]), path).toEqual([
        `packages/${place} is neither a feature nor on a floor: scripts/checks/features.ts`,
      ])
    const fine = [
      'main.ts',
      'strangers.test.ts',
      'features/cart/routes.ts',
      'features/shared.test.ts',
      'platform/env.ts',
    ]
    expect(checkFolders(fine.map((path) => `packages/server/src/${path}`))).toEqual([])
  })

  it('finds a listed feature or floor that has gone', () => {
    const without = (gone: RegExp) =>
      checkOrdersNeeded(modules.map(({ path }) => path).filter((path) => !gone.test(path)))
    expect(without(/\/(?:provider\/|widgets\/src\/version\.ts)/)).toEqual([
      'packages/widgets has no version.ts, which scripts/checks/features.ts lists',
      'no package has the feature provider, which scripts/checks/features.ts lists',
    ])
  })
})

describe('surfaces refer to each other by name only', () => {
  it('in the current project', () => {
    expect(checkSurfacesApart(modules)).toEqual([])
  })

  it("finds an import of another feature's surface, even leftwards", () => {
    const problems = checkSurfacesApart(
      modulesOf({
        'packages/widgets/src/surfaces.ts': `export const surfaces = [{ load: () => import('./cart/Cart.tsx') }]`,
        'packages/widgets/src/cart/Cart.tsx': `import './Line.tsx'`,
        'packages/widgets/src/cart/Page.tsx': `import './Cart.tsx'`,
        'packages/widgets/src/orders/Order.tsx': `import { Cart } from '../cart/Cart.tsx'\nimport '../cart/Line.tsx'`,
      }),
    )
    expect(problems).toEqual([
      "packages/widgets/src/orders/Order.tsx:1 imports the surface packages/widgets/src/cart/Cart.tsx: open it by its route's name",
    ])
  })
})

describe('the product does not depend on the demo world', () => {
  it('in the current project', () => {
    expect(checkDemoApart(modules)).toEqual([])
  })

  it('finds an import of it in product code, and allows scripts and tests to import it', () => {
    const problems = checkDemoApart(
      modulesOf({
        'packages/server/src/main.ts': `const seed = await import('./demo/seed.ts')`,
        'packages/server/src/demo/seed.ts': `import './people.ts'`,
        'packages/server/src/features/cart/routes.test.ts': `import '../../demo/seed.ts'`,
        'scripts/start.ts': `import '@portraitkit/server/demo/seed.ts'`,
      }),
    )
    expect(problems).toEqual(['packages/server/src/main.ts:1 imports the demo world'])
  })
})

describe('the product does not depend on its tests', () => {
  it('in the current project', () => {
    expect(checkTestDataApart(modules)).toEqual([])
  })

  it('finds an import of test data in product code, and allows tests and test data to import it', () => {
    const problems = checkTestDataApart(
      modulesOf({
        'packages/server/src/features/cart/routes.ts': `import { buildBuyer } from '../../testing/buildBuyer.ts'`,
        'packages/server/src/testing/buildBuyer.ts': `import { buildProvider } from './buildProvider.ts'`,
        'packages/server/src/features/cart/routes.test.ts': `import { buildBuyer } from '../../testing/buildBuyer.ts'`,
      }),
    )
    expect(problems).toEqual(['packages/server/src/features/cart/routes.ts:1 imports what is made for tests'])
  })
})
