import { describe, expect, it } from 'vitest'
import { checkDemoApart, checkFolders, checkImportOrder, checkSurfacesApart, checkTestDataApart } from './layering.ts'
import { parseModules, readSources } from './sources.ts'

const modules = parseModules(readSources())

/** Modules from paths and texts, as the check would read them. */
const given = (files: Record<string, string>) =>
  parseModules(Object.entries(files).map(([path, text]) => ({ path, text })))

describe('features import leftwards only', () => {
  it('in the project as it stands', () => {
    expect(checkImportOrder(modules)).toEqual([])
  })

  it('finds an import to the right, relative or by package name, of a value or a type', () => {
    const problems = checkImportOrder(
      given({
        'packages/core/src/cart/state.ts': `import { a } from '../orders/order.ts'`,
        'packages/server/src/cart/routes.ts': `import type { B } from '@portraitkit/core/checkout/contract.ts'`,
        'packages/widgets/src/jobs/List.tsx': `const later = () => import('../cart/Cart.tsx')`,
      }),
    )
    expect(problems).toEqual([
      'packages/core/src/cart/state.ts:1 cart imports orders, which stands to its right',
      'packages/server/src/cart/routes.ts:1 cart imports checkout, which stands to its right',
      'packages/widgets/src/jobs/List.tsx:1 jobs imports cart, which stands to its right',
    ])
  })

  it('lets leftward imports, its own folder, support folders and tests through', () => {
    const problems = checkImportOrder(
      given({
        'packages/server/src/orders/routes.ts': `import { a } from '../cart/cart.ts'\nimport './order.ts'\nimport '../db/db.ts'`,
        'packages/server/src/cart/routes.test.ts': `import { buildOrder } from '../orders/order.ts'`,
        'packages/server/src/cli/main.ts': `import '../orders/order.ts'`,
      }),
    )
    expect(problems).toEqual([])
  })
})

describe('every folder is a feature or a known support folder', () => {
  it('in the project as it stands', () => {
    expect(checkFolders(modules.map(({ path }) => path))).toEqual([])
  })

  it('finds a folder that nobody listed', () => {
    const problems = checkFolders(['packages/server/src/basket/routes.ts', 'packages/server/src/cart/routes.ts'])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('packages/server/src/basket')
    expect(checkFolders(['packages/core/src/ui/Button.ts'])).toHaveLength(1)
  })
})

describe('surfaces know each other by name only', () => {
  it('in the project as it stands', () => {
    expect(checkSurfacesApart(modules)).toEqual([])
  })

  it("finds an import of another feature's surface, though it be leftwards", () => {
    const problems = checkSurfacesApart(
      given({
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

describe('the product knows nothing of the demo world', () => {
  it('in the project as it stands', () => {
    expect(checkDemoApart(modules)).toEqual([])
  })

  it('finds an import of it in product code, and lets scripts and tests import it', () => {
    const problems = checkDemoApart(
      given({
        'packages/server/src/main.ts': `const seed = await import('./demo/seed.ts')`,
        'packages/server/src/demo/seed.ts': `import './people.ts'`,
        'packages/server/src/cart/routes.test.ts': `import '../demo/seed.ts'`,
        'scripts/start.ts': `import '@portraitkit/server/demo/seed.ts'`,
      }),
    )
    expect(problems).toEqual(['packages/server/src/main.ts:1 imports the demo world'])
  })
})

describe('the product knows nothing of its tests', () => {
  it('in the project as it stands', () => {
    expect(checkTestDataApart(modules)).toEqual([])
  })

  it('finds an import of test data in product code, and lets tests and test data import it', () => {
    const problems = checkTestDataApart(
      given({
        'packages/server/src/cart/routes.ts': `import { buildBuyer } from './buildBuyer.ts'`,
        'packages/server/src/cart/buildBuyer.ts': `import { buildProvider } from '../provider/buildProvider.ts'`,
        'packages/server/src/cart/routes.test.ts': `import { buildBuyer } from './buildBuyer.ts'`,
      }),
    )
    expect(problems).toEqual(['packages/server/src/cart/routes.ts:1 imports what is made for tests'])
  })
})
