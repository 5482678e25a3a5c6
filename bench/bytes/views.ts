import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, parseSync, type Rolldown } from 'vite'
import type { ChunkTable } from '../../packages/widgets/vite.chunks.ts'
import { browsers, listedSurfaces } from '../../packages/widgets/vite.shared.ts'

/** The files that a surface needs before it can be used: bytes over the wire by file. */
export type View = { name: string; files: ReadonlyMap<string, number> }

/** By gzip, which every server and every peer knows; uncompressed if that gains nothing. Limits and goals are in these bytes. */
const wireBytes = (code: string | Buffer): number =>
  Math.min(gzipSync(code, { level: 9 }).length, Buffer.byteLength(code))

/** By brotli, as our server sends to browsers, which ask for it over https. */
export const brotliBytes = (code: Buffer): number => Math.min(brotliCompressSync(code).length, code.length)

/**
 * Each tag with the script tag: the loader, the list of chunks, the chunks shared by all surfaces, the surface's own, and the texts
 * of all of these in a language.
 */
export async function readScriptTagViews(
  folder: string,
  language = 'en',
  measure: (code: Buffer) => number = wireBytes,
): Promise<{ loader: number; views: View[] }> {
  const bytesOf = (file: string) => measure(readFileSync(join(folder, file)))
  const fileOf = (hash: string) => `c/${hash.slice(0, 16)}.js`
  const chunk = (hash: string): [string, number] => [fileOf(hash), bytesOf(fileOf(hash))]
  const table = chunkTable(readFileSync(join(folder, 'loader.js'), 'utf8'))
  const listed = async (hash: string) => (await import(pathToFileURL(join(folder, fileOf(hash))).href)).default
  const chunksOf: Record<string, string[]> = await listed(table.rest)
  const loader = bytesOf('loader.js')
  const textsOf = async (part: string): Promise<string[]> => {
    const lists = chunksOf[`${part}/`] ?? []
    const [list = ''] = lists
    return [...lists, ...(await listed(list))[`${part}/${language}`]]
  }
  const views = listedSurfaces().map(async ({ tag }) => {
    const own = chunksOf[tag]
    if (!own) throw new Error(`The loader does not contain ${tag}`)
    const lists = table.first[tag] ? [] : [table.rest]
    const texts = (await Promise.all((chunksOf[`texts/${tag}`] ?? []).map(textsOf))).flat()
    const files = [...lists, ...table.base, ...own, ...texts].map(chunk)
    return { name: tag, files: new Map([['loader.js', loader], ...files]) }
  })
  return { loader, views: await Promise.all(views) }
}

function chunkTable(loader: string): ChunkTable {
  const [written] = /\{"base":\[[^\]]*\],"first":\{[^}]*\},"rest":"[\w-]+","later":"[\w-]+"\}/.exec(loader) ?? []
  if (!written) throw new Error('The loader holds no table of chunks')
  return JSON.parse(written)
}

/** React and ReactDOM alone, as an app bundles them. */
export async function bundleReactOnly(folder: string): Promise<View> {
  const code = "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null)"
  return { name: 'React and ReactDOM alone', files: await bundleCode(folder, 'react', code) }
}

/** Each surface of the npm package in an app that shows nothing else, minified as an app would do it. */
export async function bundlePackageViews(folder: string): Promise<View[]> {
  const views: View[] = []
  for (const { tag, component } of listedSurfaces()) {
    const code = `
      import { createElement } from 'react'
      import { createRoot } from 'react-dom/client'
      import { Root } from '@portraitkit/widgets'
      import { ${component} } from '@portraitkit/widgets/${tag.slice(3)}'
      createRoot(document.body).render(createElement(Root, { provider: 'one' }, createElement(${component})))`
    views.push({ name: tag, files: await bundleCode(folder, tag, code) })
  }
  return views
}

async function bundleCode(folder: string, name: string, code: string): Promise<Map<string, number>> {
  const entry = join(folder, `${name}.js`)
  await writeFile(entry, code)
  const output = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, target: browsers, modulePreload: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput
  const chunks = output.output.filter((one) => one.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  if (!first) throw new Error(`${name} was not built`)
  return closure(first.fileName, (file) => chunks.find(({ fileName }) => fileName === file)?.code ?? '')
}

/**
 * Each entry of the npm package by name, as an app takes it from a folder where it is installed: its file with everything that it
 * imports statically, of core and of what core depends on too, not minified, without React.
 */
export async function readPackedEntries(folder: string): Promise<View[]> {
  const packed = join(folder, 'node_modules/@portraitkit/widgets')
  const { exports } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>
  }
  const files = Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [] : [[name, join(packed, entry.default)] as const],
  )
  const scripts = files.filter(([, file]) => file.endsWith('.js'))
  const chunks = await bundleEntries(
    folder,
    scripts.map(([, file]) => file),
  )
  const read = (file: string) => chunks.find(({ fileName }) => fileName === file)?.code ?? ''
  return files.map(([name, file]) => {
    if (!file.endsWith('.js')) return { name, files: new Map([[file, wireBytes(readFileSync(file))]]) }
    const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === realpathSync(file))
    return { name, files: closure(entry?.fileName ?? '', read) }
  })
}

async function bundleEntries(folder: string, input: string[]): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input,
        external: /^react(?:-dom)?(?:\/.*)?$/,
        preserveEntrySignatures: 'exports-only',
        output: { comments: { jsdoc: false, legal: false } },
      },
    },
  })) as Rolldown.RolldownOutput
  return output.filter((one) => one.type === 'chunk')
}

/** The reference shop: the page, its styles and code, and each view that has a chunk of its own. */
export function readSiteViews(folder: string): View[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const page = read('index.html')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const frame = new Map<string, number>([['index.html', wireBytes(page)]])
  for (const file of named) {
    const files = file.endsWith('.js') ? closure(file, read) : [[file, wireBytes(read(file))] as const]
    for (const [path, bytes] of files) frame.set(path, bytes)
  }
  const built = readdirSync(join(folder, 'assets'))
  return listedSurfaces()
    .filter(({ tag }) => tag !== 'pk-shop')
    .map(({ tag, file }) => {
      const chunk = built.find((one) => one.startsWith(`${basename(file, '.tsx')}-`) && one.endsWith('.js'))
      return { name: tag, files: new Map([...frame, ...(chunk ? closure(`assets/${chunk}`, read) : [])]) }
    })
}

/** A module with everything that it imports statically, without dynamic imports. */
function closure(file: string, read: (file: string) => string, seen = new Map<string, number>()): Map<string, number> {
  if (seen.has(file)) return seen
  const code = read(file)
  seen.set(file, wireBytes(code))
  const { staticImports, staticExports } = parseSync(file, code).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
  ]
  for (const request of requests.filter((one) => one.startsWith('.'))) closure(join(dirname(file), request), read, seen)
  return seen
}
