import { describe, expect, it } from 'vitest'
import { checkLists } from './lists.ts'
import { parseModules, readSources } from './sources.ts'

const given = (files: Record<string, string>) =>
  parseModules(Object.entries(files).map(([path, text]) => ({ path, text })))

describe('the four lists are complete', () => {
  it('in the project as it stands', () => {
    expect(checkLists(parseModules(readSources()))).toEqual([])
  })

  it('finds a contract, a feature, a surface and a gateway that nobody registered', () => {
    const problems = checkLists(
      given({
        'packages/core/src/contract.ts': `import { cart } from './cart/contract.ts'`,
        'packages/core/src/cart/contract.ts': '',
        'packages/core/src/orders/contract.ts': '',
        'packages/server/src/features.ts': `import { cart } from './cart/routes.ts'`,
        'packages/server/src/cart/routes.ts': '',
        'packages/server/src/cart/routes.test.ts': '',
        'packages/server/src/orders/routes.ts': '',
        'packages/widgets/src/surfaces.ts': `const load = () => import('./cart/CartSurface.tsx')`,
        'packages/widgets/src/cart/CartSurface.tsx': '',
        'packages/widgets/src/orders/OrderSurface.tsx': '',
        'packages/server/src/payments/index.ts': `import { invoice } from './invoice.ts'`,
        'packages/server/src/payments/gateway.ts': '',
        'packages/server/src/payments/invoice.ts': '',
        'packages/server/src/payments/sandbox.ts': '',
      }),
    )
    expect(problems).toEqual([
      'packages/core/src/contract.ts does not name packages/core/src/orders/contract.ts',
      'packages/server/src/features.ts does not name packages/server/src/orders/routes.ts',
      'packages/widgets/src/surfaces.ts does not name packages/widgets/src/orders/OrderSurface.tsx',
      'packages/server/src/payments/index.ts does not name packages/server/src/payments/sandbox.ts',
    ])
  })

  it('finds a list that is gone', () => {
    expect(checkLists(given({ 'packages/core/src/cart/contract.ts': '' }))).toHaveLength(1)
  })
})
