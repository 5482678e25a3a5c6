import { join } from 'node:path'
import { build } from 'vite'

/** The page's script: React and the product's component, as a browser gets them. */
export async function bundleWindow(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
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
