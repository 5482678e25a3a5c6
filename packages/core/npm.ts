import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { byScriptName, copyDocuments, emitPackage, testFiles, writeManifest } from '../../scripts/emitPackage.ts'

/**
 * Adds to core's scripts in `dist/npm`: their declarations, and the manifest with which the folder is published. Run
 * `node npm.ts` after `tsup`.
 */
const here = import.meta.dirname
const out = join(here, 'dist/npm')

emitPackage(here, {
  compilerOptions: { emitDeclarationOnly: true, outDir: out, rootDir: '../src' },
  include: ['../src'],
  exclude: testFiles(join(here, 'src')),
})
// The compiler emits none for a declaration that is written by hand.
for (const file of globSync('**/*.d.ts', { cwd: join(here, 'src') }))
  copyFileSync(join(here, 'src', file), join(out, file))
for (const file of globSync('**/*.d.ts', { cwd: out })) {
  const path = join(out, file)
  writeFileSync(path, byScriptName(readFileSync(path, 'utf8')))
}

// An app may have another version of the library of state: widgets read core's state with core's own.
for (const library of ['valtio', 'valtio/vanilla']) {
  mkdirSync(dirname(join(out, library)), { recursive: true })
  for (const ending of ['js', 'd.ts']) writeFileSync(join(out, `${library}.${ending}`), `export * from '${library}'\n`)
}

writeManifest(here, out, ({ dependencies: { ky: _bundled, ...dependencies } }) => ({
  sideEffects: false,
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    // For widgets of exactly this version, under no promise.
    './internal/*.js': { types: './*.d.ts', default: './*.js' },
    './package.json': './package.json',
  },
  dependencies,
}))
copyDocuments(here, out)
