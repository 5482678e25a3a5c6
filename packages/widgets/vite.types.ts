import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { here, listedSurfaces } from './vite.shared.ts'

/**
 * Beside the built scripts of `dist/npm`: their types, and the manifest under which the folder is published.
 * `node vite.types.ts`, after `vite build -c vite.npm.ts`.
 */
const out = join(here, 'dist/npm')
const types = join(out, 'types')

emitTypes()
for (const file of globSync('**/*.d.ts', { cwd: types })) resolveImports(join(types, file))
writeFileSync(join(types, 'styles.css.d.ts'), 'export {}\n')
writeManifest()

/** Declarations of the widgets and of what they use of core, in one tree. */
function emitTypes(): void {
  rmSync(types, { recursive: true, force: true })
  // Beside the package's own configuration, so that its paths and packages are found as always.
  const folder = mkdtempSync(join(here, '.types-'))
  const config = {
    extends: '../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: types,
      rootDir: join(here, '..'),
    },
    // Core is named too: what is found through node_modules is not written out.
    include: ['../src', '../../core/src'],
    exclude: ['../src/**/*.test.ts', '../src/**/fixtures', '../../core/src/**/*.test.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { status } = spawnSync('tsc', ['-p', folder], { stdio: 'inherit' })
  rmSync(folder, { recursive: true })
  if (status !== 0) process.exit(1)
}

/** Core's modules by their place in the tree, and every file by the name that a script of it would have. */
function resolveImports(file: string): void {
  const core = relative(join(file, '..'), join(types, 'core/src'))
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(['"])@portraitkit\/core\/([^'"]+)\1/g, (_all, quote, path) => `${quote}${core}/${path}${quote}`)
    .replaceAll(/(['"])(\.[^'"]*)\.tsx?\1/g, '$1$2.js$1')
  writeFileSync(file, text)
}

function writeManifest(): void {
  const core = JSON.parse(readFileSync(join(here, '../core/package.json'), 'utf8'))
  const { version, description, license, peerDependencies } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  )
  const entry = (name: string, source: string) => [
    name === 'root' ? '.' : `./${name}`,
    { types: `./types/widgets/src/${source.replace(/\.tsx?$/, '.d.ts')}`, default: `./${name}.js` },
  ]
  const surfaces = listedSurfaces().map(({ tag, file }) => entry(tag.slice(3), relative(join(here, 'src'), file)))
  const exports = Object.fromEntries([
    entry('root', 'root.tsx'),
    entry('elements', 'register.ts'),
    entry('router', 'shop/router.ts'),
    ...surfaces,
    ['./styles.css', { types: './types/styles.css.d.ts', default: './styles.css' }],
    ['./package.json', './package.json'],
  ])
  const manifest = {
    name: '@portraitkit/widgets',
    version,
    description,
    license,
    type: 'module',
    sideEffects: ['./styles.css'],
    exports,
    // Only the types name it: what the scripts need of it is in them.
    dependencies: { zod: core.dependencies.zod },
    peerDependencies,
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
