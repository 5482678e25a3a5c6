import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { byScriptName, copyDocuments, emitPackage, writeManifest } from '../../scripts/emitPackage.ts'
import { vueTypes, webTypes } from './vite.editors.ts'
import { customElementsManifest, htmlCustomData, optionsSchema } from './vite.manifest.ts'
import { publishedNameOf } from './vite.publishedCore.ts'
import { version as builtVersion, here, listedSurfaces, namedEntries } from './vite.shared.ts'

/**
 * Adds to the built scripts in `dist/npm`: their types, the metadata for editors and documentation tools, and the manifest with
 * which the folder is published. Run `node vite.types.ts` after `vite build -c vite.npm.ts`.
 */
const out = join(here, 'dist/npm')
const types = join(out, 'types')

emitTypes()
for (const file of globSync('**/*.d.ts', { cwd: types })) resolveImports(join(types, file))
writeFileSync(join(types, 'styles.css.d.ts'), 'export {}\n')
writeManifest(here, out, ({ version, peerDependencies }) => ({
  sideEffects: ['./styles.css'],
  customElements: './custom-elements.json',
  'web-types': './web-types.json',
  exports: exportsOf(),
  // Exactly the version with which it was built: the two share modules that are under no promise.
  dependencies: { '@portraitkit/core': version },
  peerDependencies: { ...(peerDependencies as object), vue: '^3.4.0' },
  peerDependenciesMeta: { vue: { optional: true } },
}))
writeJson('custom-elements.json', customElementsManifest())
writeJson('html-custom-data.json', htmlCustomData())
writeJson('options.schema.json', optionsSchema())
writeJson('web-types.json', webTypes(builtVersion))
writeFileSync(join(out, 'vue.d.ts'), vueTypes())
writeFileSync(join(out, 'vue.js'), 'export {}\n')
copyDocuments(here, out)

function writeJson(file: string, content: object): void {
  writeFileSync(join(out, file), `${JSON.stringify(content, null, 2)}\n`)
}

/** Emits declarations of the package's exports. */
function emitTypes(): void {
  rmSync(types, { recursive: true, force: true })
  emitPackage(here, {
    compilerOptions: { emitDeclarationOnly: true, outDir: types, rootDir: '../src' },
    files: [...namedEntries(), ...listedSurfaces()].map(({ file }) => file),
    include: ['../src/**/*.d.ts'],
  })
}

/** Rewrites imports: core's modules to what it publishes of them, and every file name to that of its built script. */
function resolveImports(file: string): void {
  const text = readFileSync(file, 'utf8').replaceAll(
    /(['"])((?:@portraitkit\/core|valtio)(?:\/[^'"]+)?)\1/g,
    publishedName,
  )
  writeFileSync(file, byScriptName(text))
}

function publishedName(_all: string, quote: string, name: string): string {
  return `${quote}${publishedNameOf(name)}${quote}`
}

function exportsOf(): Record<string, unknown> {
  const entry = ({ name, file }: { name: string; file: string }) => [
    name === 'root' ? '.' : `./${name}`,
    { types: `./types/${relative(join(here, 'src'), file).replace(/\.tsx?$/, '.d.ts')}`, default: `./${name}.js` },
  ]
  return Object.fromEntries([
    ...namedEntries().map(entry),
    ...listedSurfaces().map(({ tag, file }) => entry({ name: tag.slice(3), file })),
    ['./styles.css', { types: './types/styles.css.d.ts', default: './styles.css' }],
    ['./vue', { types: './vue.d.ts', default: './vue.js' }],
    ['./custom-elements.json', './custom-elements.json'],
    ['./web-types.json', './web-types.json'],
    ['./html-custom-data.json', './html-custom-data.json'],
    ['./options.schema.json', './options.schema.json'],
    ['./package.json', './package.json'],
  ])
}
