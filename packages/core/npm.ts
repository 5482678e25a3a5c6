import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { byScriptName, copyDocuments, emitPackage, testFiles } from '../../scripts/emitPackage.ts'

/** Builds core for publishing: every module as script and types, in `dist/npm`. `node npm.ts`. */
const here = import.meta.dirname
const out = join(here, 'dist/npm')

rmSync(out, { recursive: true, force: true })
emitPackage(here, {
  compilerOptions: { rewriteRelativeImportExtensions: true, outDir: out, rootDir: '../src' },
  include: ['../src'],
  exclude: testFiles(join(here, 'src')),
})
for (const file of globSync('**/*.d.ts', { cwd: out })) {
  const path = join(out, file)
  writeFileSync(path, byScriptName(readFileSync(path, 'utf8')))
}

const { name, version, description, license, dependencies } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
)
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  sideEffects: false,
  // Modules are imported by path: `@portraitkit/core/cart/contract`.
  exports: { './*': { types: './*.d.ts', default: './*.js' }, './package.json': './package.json' },
  dependencies,
}
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyDocuments(here, out)
