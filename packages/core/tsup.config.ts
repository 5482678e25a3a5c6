import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
import { defineConfig, type Options } from 'tsup'
import { parseSync } from 'vite'
import { testFiles } from '../../scripts/emitPackage.ts'
import { CALL_MODULES, withoutSchemas } from '../../scripts/leanCalls.ts'

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Core's scripts as npm has them; `npm.ts` adds declarations and manifest. Run by `build:npm`. */
const source = join(process.cwd(), 'src')

export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.d.ts', ...testFiles(source).map((file) => `!${file.replace(source, 'src')}`)],
  outDir: 'dist/npm',
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  clean: true,
  splitting: false,
  sourcemap: true,
  silent: true,
  noExternal: ['ky'],
  esbuildPlugins: [moduleByModule(), leanCalls(), identifiedTexts()],
})

/**
 * One script per module, so that the documented entry and the widgets use the very same functions. ky is in the one that uses it,
 * because it is patched.
 */
function moduleByModule(): EsbuildPlugin {
  return {
    name: 'portraitkit:module-by-module',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point' || path === 'ky' || /\/node_modules\/ky\//.test(importer)) return undefined
        const script = path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path
        return { path: script, external: true, sideEffects: false }
      })
    },
  }
}

/** The schemas of calls stay in the declarations, where types are made of them: only the server parses with them. */
function leanCalls(): EsbuildPlugin {
  return {
    name: 'portraitkit:lean-calls',
    setup(build) {
      build.onLoad({ filter: CALL_MODULES }, ({ path }) => {
        const code = readFileSync(path, 'utf8')
        return { contents: identified(withoutSchemas(code, parseSync(path, code).program), path), loader: 'ts' }
      })
    },
  }
}

/** An app that uses core makes no ids of texts while it starts: lingui's macro has written them. */
function identifiedTexts(): EsbuildPlugin {
  return {
    name: 'portraitkit:identified-texts',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: identified(readFileSync(path, 'utf8'), path),
        loader: 'ts',
      }))
    },
  }
}

const linguiConfig = getConfig({ configPath: join(process.cwd(), '../../lingui.config.ts') })

function identified(code: string, filename: string): string {
  if (!/from '[^']*\/msg\.ts'/.test(code)) return code
  const transformed = transformSync(code, {
    filename,
    configFile: false,
    sourceMaps: 'inline',
    parserOpts: { plugins: ['typescript'] },
    plugins: [[linguiMacro, { descriptorFields: 'message', linguiConfig }]],
  })
  if (!transformed?.code) throw new Error(`${filename} was not transformed`)
  return transformed.code
}
