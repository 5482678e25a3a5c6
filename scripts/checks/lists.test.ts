import { describe, expect, it } from 'vitest'
import { checkCommandsListed, checkComponentsUsed, checkLists, checkStories } from './lists.ts'
import { parseModules, readSources } from './sources.ts'

const modules = parseModules(readSources())

const modulesOf = (files: Record<string, string>) =>
  parseModules(Object.entries(files).map(([path, text]) => ({ path, text })))

describe('the four lists are complete', () => {
  it('in the current project', () => {
    expect(checkLists(modules)).toEqual([])
    expect(checkComponentsUsed(modules)).toEqual([])
    expect(checkCommandsListed(modules)).toEqual([])
  })

  it('finds a contract, a feature and a gateway that are not registered', () => {
    const problems = checkLists(
      modulesOf({
        'packages/core/src/contract.ts': `import { cart } from './cart/contract.ts'`,
        'packages/core/src/cart/contract.ts': '',
        'packages/core/src/orders/contract.ts': '',
        'packages/server/src/features.ts': `import { cart } from './features/cart/routes.ts'`,
        'packages/server/src/features/cart/routes.ts': '',
        'packages/server/src/features/cart/routes.test.ts': '',
        'packages/server/src/features/letters/feature.ts': '',
        'packages/server/src/features/orders/routes.ts': '',
        'packages/server/src/ports/payments/index.ts': `import { invoice } from './invoice.ts'`,
        'packages/server/src/ports/payments/gateway.ts': '',
        'packages/server/src/ports/payments/invoice.ts': '',
        'packages/server/src/ports/payments/sandbox.ts': '',
      }),
    )
    expect(problems).toEqual([
      'packages/core/src/contract.ts does not name packages/core/src/orders/contract.ts',
      'packages/server/src/features.ts does not name packages/server/src/features/letters/feature.ts',
      'packages/server/src/features.ts does not name packages/server/src/features/orders/routes.ts',
      'packages/server/src/ports/payments/index.ts does not name packages/server/src/ports/payments/sandbox.ts',
    ])
  })

  it('finds a surface that is not registered', () => {
    const problems = checkComponentsUsed(
      modulesOf({
        'packages/widgets/src/surfaces.ts': `const load = async () => (await import('./cart/Cart.tsx')).Cart`,
        'packages/widgets/src/cart/Cart.tsx': `import { Line } from './Line.tsx'`,
        'packages/widgets/src/cart/Line.tsx': '',
        'packages/widgets/src/orders/Orders.tsx': '',
        'packages/widgets/src/orders/Orders.test.tsx': `import { Orders } from './Orders.tsx'`,
      }),
    )
    expect(problems).toEqual([
      'packages/widgets/src/orders/Orders.tsx is neither in packages/widgets/src/surfaces.ts nor used by a component',
    ])
  })

  it('finds a command that no feature lists', () => {
    const problems = checkCommandsListed(
      modulesOf({
        'packages/server/src/features/orders/routes.ts': `const load = () => import('./command.ts')`,
        'packages/server/src/features/orders/command.ts': '',
        'packages/server/src/features/checkout/orderSubcommands.ts': '',
      }),
    )
    expect(problems).toEqual([
      'packages/server/src/features/checkout/orderSubcommands.ts is a command that no feature lists',
    ])
  })

  it('finds a missing list', () => {
    expect(checkLists(modulesOf({ 'packages/core/src/cart/contract.ts': '' }))).toHaveLength(1)
  })
})

describe('every surface has stories', () => {
  it('in the current project', () => {
    expect(checkStories(modules)).toEqual([])
    expect(checkStories(modules.filter(({ path }) => !path.endsWith('.stories.ts'))).length).toBeGreaterThan(30)
  })

  it('finds one without, one whose stories are elsewhere, and stories of nothing', () => {
    const entry = (tag: string, file: string, name: string) =>
      `'${tag}': surface({ load: async () => (await import('./${file}')).${name} }),`
    const stories = (tag: string) =>
      `export default { title: 'Cart/${tag}', component: '${tag}' }\nexport const Filled = {}`
    const problems = checkStories(
      modulesOf({
        'packages/widgets/src/surfaces.ts': `export const surfaces = {
          ${entry('pk-cart', 'cart/Cart.tsx', 'Cart')} ${entry('pk-line', 'cart/Line.tsx', 'Line')}
          ${entry('pk-login', 'account/signIn/Login.tsx', 'Login')}
        } as const satisfies Record<string, Surface>`,
        'packages/widgets/src/cart/Cart.stories.ts': stories('pk-cart'),
        'packages/widgets/src/cart/Login.stories.ts': stories('pk-login'),
        'packages/widgets/src/cart/Gone.stories.ts': stories('pk-gone'),
        'packages/widgets/src/ui/controls/Button.stories.ts': `export default { title: 'ui/Button', component: Button }`,
      }),
    )
    expect(problems).toEqual([
      '<pk-line> has no stories: packages/widgets/src/cart/Line.stories.ts would have them, with a title that ends in /pk-line',
      '<pk-login> has no stories: packages/widgets/src/account/signIn/Login.stories.ts would have them, with a title that ends in /pk-login',
      'packages/widgets/src/cart/Gone.stories.ts has stories of <pk-gone>, which is not in packages/widgets/src/surfaces.ts',
    ])
  })
})
