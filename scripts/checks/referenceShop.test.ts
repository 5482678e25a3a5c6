import { describe, expect, it } from 'vitest'
import { listedSurfaces, namedEntries } from '../../packages/widgets/vite.shared.ts'
import { checkReferenceShop } from './referenceShop.ts'
import { parseModules, readSources } from './sources.ts'

const entries = [
  ...namedEntries().map(({ name }) => (name === 'root' ? '.' : `./${name}`)),
  ...listedSurfaces().map(({ tag }) => `./${tag.slice(3)}`),
  './styles.css',
]
const check = (path: string, specifier: string) =>
  checkReferenceShop(parseModules([{ path, text: `import '${specifier}'` }]), entries)

describe('the reference shop imports what is published', () => {
  it('in the current project', () => {
    const modules = parseModules(readSources().filter(({ path }) => path.startsWith('examples/host-site/')))
    expect(modules.length).toBeGreaterThan(0)
    expect(checkReferenceShop(modules, entries)).toEqual([])
  })

  it.each([
    '@portraitkit/widgets/shop/ShopApp.tsx',
    '@portraitkit/widgets/shops',
    '@portraitkit/core/shop.ts',
    '@portraitkit/core',
    '@portraitkit/server/main.ts',
    '../../../packages/widgets/src/root.tsx',
    '../vite.config.ts',
  ])('finds %s', (specifier) => {
    expect(check('examples/host-site/src/main.tsx', specifier)).toHaveLength(1)
  })

  it('finds a file of a package that the build of the shop imports', () => {
    expect(check('examples/host-site/vite.config.ts', '../../packages/widgets/vite.lean.ts')).toEqual([
      'examples/host-site/vite.config.ts:1 imports ../../packages/widgets/vite.lean.ts, which no package publishes',
    ])
    expect(check('examples/host-site/vite.config.ts', '@vitejs/plugin-react')).toEqual([])
  })

  it.each([
    '@portraitkit/widgets',
    '@portraitkit/widgets/site',
    '@portraitkit/widgets/template-list',
    '@portraitkit/core/provider/contract',
    './site.css',
    'react-dom/client',
  ])('allows %s', (specifier) => {
    expect(check('examples/host-site/src/main.tsx', specifier)).toEqual([])
    expect(check('examples/host-site/e2e/world.ts', '../../../packages/widgets/src/root.tsx')).toEqual([])
  })
})
