import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { installPackages } from '../../../../scripts/consumer.ts'
import type { DocsExample } from '../../../../scripts/docsExamples.ts'
import type { ServedResponse } from '../isolation/serve.ts'
import { type Place, withAddress } from './readersPage.ts'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../../..')

/**
 * What somebody makes of blocks of TypeScript: a folder with the packed packages, and a file for each of them. `plugins` change what
 * is built of it.
 */
export type ReadersProject<Block> = {
  /** What the compiler reports. */
  typeErrors(): Promise<string[]>
  /** Builds those for a page. Returns the files by their addresses; `/<name>.js` shows the component that a block exports. */
  buildPages(): Promise<Record<string, ServedResponse>>
  /** Runs one in Node. Returns its output. */
  run(example: Block): Promise<string>
  nameOf(example: Block): string
  remove(): Promise<void>
}

export async function makeProject<Block extends Pick<DocsExample, 'language' | 'code'>>(
  examples: readonly Block[],
  placeOf: (example: Block) => Place,
  plugins: Plugin[] = [],
): Promise<ReadersProject<Block>> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-reader-'))
  await installPackages(folder)
  const nameOf = (example: Block) => `block${examples.indexOf(example)}`
  const fileOf = (example: Block) => `${nameOf(example)}.${example.language}`
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  for (const example of examples) await write(fileOf(example), withAddress(example.code, placeOf(example)))
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files: examples.map(fileOf) }))

  return {
    nameOf,
    async typeErrors() {
      const { stdout } = await execute(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).catch(
        (failed: { stdout: string }) => failed,
      )
      return stdout.split('\n').filter((line) => line.includes('error TS'))
    },
    async buildPages() {
      const input: Record<string, string> = {}
      for (const example of examples) {
        const file = `main-${fileOf(example)}`
        await write(file, example.language === 'tsx' ? mount(fileOf(example)) : `import './${fileOf(example)}'`)
        input[nameOf(example)] = join(folder, file)
      }
      await build({
        root: folder,
        configFile: false,
        plugins,
        logLevel: 'error',
        oxc: { jsx: { runtime: 'automatic', development: false } },
        build: { target: 'es2022', rollupOptions: { input, output: { entryFileNames: '[name].js' } } },
      })
      return servedFiles(join(folder, 'dist'))
    },
    run: async (example) => (await execute(process.execPath, [fileOf(example)], { cwd: folder })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const compilerOptions = {
  ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', jsx: 'react-jsx', types: [] },
  ...{ lib: ['es2022', 'dom', 'dom.iterable'], exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
}

const mount = (file: string) => `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import * as block from './${file}'
  for (const component of Object.values(block)) createRoot(document.querySelector('#app')).render(createElement(component))`

async function servedFiles(folder: string): Promise<Record<string, ServedResponse>> {
  const files: Record<string, ServedResponse> = {}
  for (const file of await readdir(folder, { recursive: true })) {
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[extname(file)]
    if (type) files[`/${file}`] = { type, body: await readFile(join(folder, file), 'utf8') }
  }
  return files
}
