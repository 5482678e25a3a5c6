import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
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

// An app that uses core makes no ids of texts while it starts: lingui's macro has written them.
const lingui = getConfig({ configPath: join(here, '../../lingui.config.ts') })
const linguiConfig = {
  ...lingui,
  macro: { ...lingui.macro, corePackage: lingui.macro.corePackage.map((path) => path.replace(/ts$/, 'js')) },
}
const plugins = [[linguiMacro, { descriptorFields: 'message', linguiConfig }]]
for (const file of globSync('**/*.js', { cwd: out })) {
  const path = join(out, file)
  const code = readFileSync(path, 'utf8')
  if (/from '[^']*\/msg\.js'/.test(code)) writeFileSync(path, `${transformSync(code, { plugins })?.code}\n`)
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
