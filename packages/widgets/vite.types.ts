import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { byScriptName, copyDocuments, emitPackage, testFiles } from '../../scripts/emitPackage.ts'
import { customElementsManifest, htmlCustomData, optionsSchema } from './vite.manifest.ts'
import { here, listedSurfaces, namedEntries } from './vite.shared.ts'

/**
 * Adds to the built scripts in `dist/npm`: their types, the metadata for editors and documentation tools, and the manifest with
 * which the folder is published. Run `node vite.types.ts` after `vite build -c vite.npm.ts`.
 */
const out = join(here, 'dist/npm')
const types = join(out, 'types')

emitTypes()
for (const file of globSync('**/*.d.ts', { cwd: types })) resolveImports(join(types, file))
writeFileSync(join(types, 'styles.css.d.ts'), 'export {}\n')
writeManifest()
writeJson('custom-elements.json', customElementsManifest())
writeJson('html-custom-data.json', htmlCustomData())
writeJson('options.schema.json', optionsSchema())
copyDocuments(here, out)

function writeJson(file: string, content: object): void {
  writeFileSync(join(out, file), `${JSON.stringify(content, null, 2)}\n`)
}

/** Emits declarations of the package's exports and of what they use of core, in one tree. */
function emitTypes(): void {
  rmSync(types, { recursive: true, force: true })
  emitPackage(here, {
    compilerOptions: { emitDeclarationOnly: true, outDir: types, rootDir: '../..' },
    files: [...namedEntries(), ...listedSurfaces()].map(({ file }) => file),
    // Core is listed too: declarations are not emitted for modules found through node_modules.
    include: ['../src/**/*.d.ts', '../../core/src'],
    exclude: testFiles(join(here, '../core/src')),
  })
}

/** Rewrites imports: core's modules to their place in the tree, and every file name to that of its built script. */
function resolveImports(file: string): void {
  const core = relative(join(file, '..'), join(types, 'core/src'))
  const text = readFileSync(file, 'utf8').replaceAll(
    /(['"])@portraitkit\/core\/([^'"]+)\1/g,
    (_all, quote, path) => `${quote}${core}/${path}${quote}`,
  )
  writeFileSync(file, byScriptName(text))
}

function writeManifest(): void {
  const core = JSON.parse(readFileSync(join(here, '../core/package.json'), 'utf8'))
  const { version, description, license, peerDependencies } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  )
  const entry = ({ name, file }: { name: string; file: string }) => [
    name === 'root' ? '.' : `./${name}`,
    { types: `./types/widgets/${relative(here, file).replace(/\.tsx?$/, '.d.ts')}`, default: `./${name}.js` },
  ]
  const exports = Object.fromEntries([
    ...namedEntries().map(entry),
    ...listedSurfaces().map(({ tag, file }) => entry({ name: tag.slice(3), file })),
    ['./styles.css', { types: './types/styles.css.d.ts', default: './styles.css' }],
    ['./custom-elements.json', './custom-elements.json'],
    ['./html-custom-data.json', './html-custom-data.json'],
    ['./options.schema.json', './options.schema.json'],
    ['./package.json', './package.json'],
  ])
  const manifest = {
    name: '@portraitkit/widgets',
    version,
    description,
    license,
    type: 'module',
    sideEffects: ['./styles.css'],
    customElements: './custom-elements.json',
    exports,
    // Only the types import it: what the scripts need of it is bundled.
    dependencies: { zod: core.dependencies.zod },
    peerDependencies,
  }
  writeJson('package.json', manifest)
}
