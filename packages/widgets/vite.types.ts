import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { byScriptName, copyDocuments, emit, testFiles } from '../../scripts/emit.ts'
import { customElementsManifest, htmlCustomData, optionsSchema } from './vite.manifest.ts'
import { here, listedSurfaces, namedEntries } from './vite.shared.ts'

/**
 * Beside the built scripts of `dist/npm`: their types, what editors and documentation tools read of the elements, and the
 * manifest under which the folder is published.
 * `node vite.types.ts`, after `vite build -c vite.npm.ts`.
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

/** Declarations of what the package exports and of what that uses of core, in one tree. */
function emitTypes(): void {
  rmSync(types, { recursive: true, force: true })
  emit(here, {
    compilerOptions: { emitDeclarationOnly: true, outDir: types, rootDir: '../..' },
    files: [...namedEntries(), ...listedSurfaces()].map(({ file }) => file),
    // Core is named too: what is found through node_modules is not written out.
    include: ['../src/**/*.d.ts', '../../core/src'],
    exclude: testFiles(join(here, '../core/src')),
  })
}

/** Core's modules by their place in the tree, and every file by the name that a script of it would have. */
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
    // Only the types name it: what the scripts need of it is in them.
    dependencies: { zod: core.dependencies.zod },
    peerDependencies,
  }
  writeJson('package.json', manifest)
}
