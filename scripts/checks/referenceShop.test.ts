import { describe, expect, it } from 'vitest'
import { listedSurfaces, namedEntries } from '../../packages/widgets/vite.shared.ts'
import { checkReferenceShop } from './referenceShop.ts'
import { readSources } from './sources.ts'

const entries = [
  ...namedEntries().map(({ name }) => (name === 'root' ? '.' : `./${name}`)),
  ...listedSurfaces().map(({ tag }) => `./${tag.slice(3)}`),
  './styles.css',
]
const check = (path: string, specifier: string) => checkText(path, `import '${specifier}'`)
const checkText = (path: string, text: string) => checkReferenceShop([{ path, text }], entries)

describe('the reference shop imports what is published', () => {
  it('in the current project', () => {
    const sources = readSources().filter(({ path }) => path.startsWith('examples/host-site/'))
    for (const file of ['src/main.tsx', 'src/site.css', 'index.html', 'vite.config.ts', 'tsconfig.json'])
      expect(sources.map(({ path }) => path)).toContain(`examples/host-site/${file}`)
    expect(checkReferenceShop(sources, entries)).toEqual([])
  })

  it.each([
    '@portraitkit/widgets/shop/ShopApp.tsx',
    '@portraitkit/widgets/shops',
    '@portraitkit/core/shop.ts',
    '@portraitkit/core/cart/state',
    '@portraitkit/core/internal/cart/state.js',
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
    ['src/site.css', `@import '../../../packages/widgets/src/ui/ui.css';`, '../../../packages/widgets/src/ui/ui.css'],
    ['src/site.css', `@import url("../../plain-html/site.css") screen;`, '../../plain-html/site.css'],
    ['src/site.css', 'a { background: url(../../../packages/widgets/a.svg) }', '../../../packages/widgets/a.svg'],
    ['src/site.css', `@import '@portraitkit/widgets/ui/ui.css';`, '@portraitkit/widgets/ui/ui.css'],
    [
      'index.html',
      '<script type="module" src="../../packages/widgets/src/root.tsx"></script>',
      '../../packages/widgets/src/root.tsx',
    ],
    ['index.html', '<script src="/@fs/packages/core/src/shop.ts"></script>', '/@fs/packages/core/src/shop.ts'],
    ['index.html', '<script src="https://example.com/a.js"></script>', 'https://example.com/a.js'],
    ['index.html', '<link rel="stylesheet" href="../plain-html/site.css" />', '../plain-html/site.css'],
  ])('finds what %s names: %s', (file, text, specifier) => {
    expect(checkText(`examples/host-site/${file}`, `\n${text}`)).toEqual([
      `examples/host-site/${file}:2 imports ${specifier}, which no package publishes`,
    ])
  })

  it.each([
    ['index.html', '<script type="module">import "/src/main.tsx"</script>', 'contains a script'],
    [
      'vite.config.ts',
      `export default { resolve: { alias: { a: '../../packages/core/src' } } }`,
      'gives modules other names',
    ],
    ['vite.config.ts', `export default { 'alias': [] }`, 'gives modules other names'],
    [
      'tsconfig.json',
      '{ "compilerOptions": { "paths": { "a": ["../../packages/core/src"] } } }',
      'gives modules other names',
    ],
  ])('finds what %s hides: %s', (file, text, problem) => {
    expect(checkText(`examples/host-site/${file}`, `\n${text}`)).toEqual([`examples/host-site/${file}:2 ${problem}`])
  })

  it('allows its own files in styles and pages, and what the server answers', () => {
    const css = `@import './look.css'; @import '@portraitkit/widgets/styles.css'; a { b: url("data:image/png;base64,") }`
    expect(checkText('examples/host-site/src/site.css', css)).toEqual([])
    const html = `<script type="module" src="/src/main.tsx"></script><link rel="icon" href="/favicon.svg" />
<link rel="preload" href="/api/webshop/settings" /><a href="https://example.com">a</a>`
    expect(checkText('examples/host-site/index.html', html)).toEqual([])
    expect(checkText('examples/host-site/e2e/hosts/page.html', '<script>a()</script>')).toEqual([])
  })

  it.each([
    '@portraitkit/widgets',
    '@portraitkit/widgets/site',
    '@portraitkit/widgets/template-list',
    '@portraitkit/core',
    './site.css',
    'react-dom/client',
  ])('allows %s', (specifier) => {
    expect(check('examples/host-site/src/main.tsx', specifier)).toEqual([])
    expect(check('examples/host-site/e2e/world.ts', '../../../packages/widgets/src/root.tsx')).toEqual([])
  })
})
