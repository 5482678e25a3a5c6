import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'

export type Runtime = 'react' | 'preact'

/** The page's script: the product's component as in a browser, on React or, as in the script-tag build, on preact. */
export async function bundleWindow(runtime: Runtime): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: runtime === 'preact' ? preactAliases() : {} },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'window.tsx'), formats: ['es'], fileName: 'window' },
    },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The page was not built')
  return chunk.code
}

function preactAliases(): Array<{ find: RegExp; replacement: string }> {
  const widgets = createRequire(join(import.meta.dirname, '../../../../packages/widgets/package.json'))
  const folder = dirname(widgets.resolve('preact/package.json'))
  return [
    { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: join(folder, 'compat/jsx-runtime.mjs') },
    { find: /^react-dom\/client$/, replacement: join(folder, 'compat/client.mjs') },
    { find: /^react(?:-dom)?$/, replacement: join(folder, 'compat') },
  ]
}
