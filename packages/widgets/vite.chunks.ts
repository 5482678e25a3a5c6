import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { version } from './vite.shared.ts'
import { partOfTexts, textsOfModule } from './vite.texts.ts'

type Chunk = Rolldown.OutputChunk
type Surfaces = readonly { tag: string; file: string }[]

/**
 * The loader's table, written into it after the build. A chunk is identified by the SHA-256 of its content, which is also its
 * integrity, and its name is the beginning of that hash: chunks name each other, and a hash does not compress.
 */
export type ChunkTable = {
  /** The chunks of the base, its entry last. */
  base: string[]
  /**
   * What most visitors see first, known without a list: by tag its chunks, the parts of its texts (`texts/pk-code-entry`), and of
   * each part the chunk that lists its texts by name (`entry/`, which lists `entry/nb`).
   */
  first: Record<string, string[]>
  /**
   * The chunk that lists the same for all elements: for each tag the chunks that it needs besides the base, its own last; and the
   * other parts. It is fetched together with the base, so that the loader stays small however many elements there are.
   */
  rest: string
  /** The same for chunks that other chunks request by name: nothing visible waits for it, so it is fetched last. */
  later: string
}

/**
 * Names chunks by their content, and routes every dynamic import through the loader, which first announces the whole closure
 * with its integrity. The loader itself knows the chunks of `first`.
 */
export function contentAddressed(surfaces: Surfaces, first: readonly string[]): Plugin {
  return {
    name: 'portraitkit:content-addressed',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
        const loader = chunks.find((chunk) => chunk.name === 'loader')
        const base = chunks.find((chunk) => chunk.name === 'base' && chunk.isEntry)
        if (!loader || !base || loader.imports.length > 0) this.error('The loader must stand alone beside the base')
        const others = chunks.filter((chunk) => chunk !== loader)
        const byOldName = new Map(others.map((chunk) => [chunk.fileName, chunk]))
        const chunkOf = ({ tag, file }: Surfaces[number]) =>
          others.find(({ moduleIds }) => moduleIds.includes(file)) ?? this.error(`No chunk holds ${tag}`)
        // If several surfaces share a chunk, the first one names it.
        const tagByChunk = new Map(surfaces.toReversed().map((surface) => [chunkOf(surface), surface.tag]))
        const names = namesOf(others, tagByChunk)
        const hashes = addressChunks(others, {
          byOldName,
          names,
          runWhole: new Set([base, ...tagByChunk.keys()].flatMap((chunk) => closure(chunk, byOldName))),
        })
        const hashesOf = (chunk: Chunk) => closure(chunk, byOldName).map((one) => hashes.get(one) ?? '')
        const baseHashes = hashesOf(base)
        const beyondBase = (chunk: Chunk) => hashesOf(chunk).filter((hash) => !baseHashes.includes(hash))

        const rest = new Map(
          surfaces.flatMap((surface): [string, string[]][] => [
            [surface.tag, beyondBase(chunkOf(surface))],
            [`texts/${surface.tag}`, partsIn(closure(chunkOf(surface), byOldName))],
          ]),
        )
        const partsOf = (tag: string) => rest.get(`texts/${tag}`) ?? []
        const later = new Map<string, string[]>()
        const texts = new Map<string, Map<string, string[]>>()
        for (const [chunk, name] of names) {
          const [part, language] = name.split('/')
          if (part && language) texts.set(part, (texts.get(part) ?? new Map()).set(name, beyondBase(chunk)))
          else if (!tagByChunk.has(chunk)) later.set(name, beyondBase(chunk))
        }
        const listOf = (chunksByName: ReadonlyMap<string, string[]>) => {
          const source = `export default ${JSON.stringify(Object.fromEntries(chunksByName))}`
          const hash = hashOf(source)
          this.emitFile({ type: 'asset', fileName: fileOf(hash), source })
          return hash
        }
        for (const [part, list] of texts) rest.set(`${part}/`, [listOf(list)])
        const firstNames = first.flatMap((tag) => [tag, `texts/${tag}`, ...partsOf(tag).map((part) => `${part}/`)])
        const known = Object.fromEntries([...rest].filter(([name]) => firstNames.includes(name)))
        const table: ChunkTable = { base: baseHashes, first: known, rest: listOf(rest), later: listOf(later) }
        loader.code = loader.code.replace('__PORTRAITKIT_CHUNKS__', () => JSON.stringify(table))
        // For integrators who want exactly this version.
        const integrity = `sha384-${createHash('sha384').update(loader.code).digest('base64')}`
        this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version, integrity }) })
      },
    },
  }
}

/**
 * The names that dynamic imports pass to the loader: the tag for an element's chunk, and numbers for the others, because they are
 * shortest. They stay the same when the content changes, so that no hash depends on itself.
 */
function namesOf(chunks: readonly Chunk[], tags: ReadonlyMap<Chunk, string>): Map<Chunk, string> {
  const lazyNames = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
  const lazy = chunks.filter((chunk) => lazyNames.has(chunk.fileName) || nameOfTexts(chunk))
  return new Map(lazy.map((chunk, index) => [chunk, tags.get(chunk) ?? nameOfTexts(chunk) ?? `${index}`]))
}

/** Texts are requested by the name of their part and their language: `entry/nb`. */
function nameOfTexts({ facadeModuleId }: Chunk): string | undefined {
  return textsOfModule(facadeModuleId ?? '')
}

/** The parts of the texts that chunks need. */
function partsIn(chunks: readonly Chunk[]): string[] {
  const parts = chunks.flatMap(({ moduleIds }) => moduleIds).map(partOfTexts)
  return [...new Set(parts.filter((part) => part !== undefined))]
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')
/** The loader builds addresses in the same way. */
const fileOf = (hash: string) => `c/${hash.slice(0, 16)}.js`

/**
 * Chromium's hint for a file of which nearly all functions run at once: it is compiled as a whole while it downloads, on
 * another thread, instead of function by function on the main thread as they are called. For other browsers it is a comment.
 */
const EAGER_COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

type Addressing = {
  byOldName: ReadonlyMap<string, Chunk>
  names: ReadonlyMap<Chunk, string>
  /** Chunks that show something at once. Code fetched by a button is compiled as it is needed. */
  runWhole: ReadonlySet<Chunk>
}

/** Gives each chunk its address, and returns the hash of each. */
function addressChunks(chunks: readonly Chunk[], { byOldName, names, runWhole }: Addressing): Map<Chunk, string> {
  const hashes = new Map<Chunk, string>()
  const address = (chunk: Chunk, path: readonly Chunk[]): string => {
    const known = hashes.get(chunk)
    if (known) return known
    if (path.includes(chunk)) {
      const circle = [...path.slice(path.indexOf(chunk)), chunk].map(({ name }) => name).join(' > ')
      throw new Error(`The chunks import each other in a circle: ${circle}`)
    }
    // First the dynamic imports, by their stable names: any file name left is then a static import.
    let code = chunk.code.replace(/\bimport\(([`"'])\.\/([^`"']+)\1\)/g, (_all, _quote, name: string) => {
      const imported = byOldName.get(name)
      const lazyName = imported && names.get(imported)
      if (!lazyName) throw new Error(`${chunk.fileName} imports ${name}, which is not a chunk`)
      return `pkLoad(${JSON.stringify(lazyName)})`
    })
    code = code.replaceAll('__PORTRAITKIT_LOAD__', 'pkLoad')
    if (code !== chunk.code) code = `import{load as pkLoad}from"../loader.js";${code}`
    for (const name of chunk.imports) {
      const imported = byOldName.get(name)
      if (imported) code = code.replaceAll(`./${name}`, fileOf(address(imported, [...path, chunk])).replace('c/', './'))
    }
    chunk.code = runWhole.has(chunk) ? EAGER_COMPILE_HINT + code : code
    const hash = hashOf(chunk.code)
    hashes.set(chunk, hash)
    return hash
  }
  for (const chunk of chunks) address(chunk, [])
  for (const [chunk, hash] of hashes) chunk.fileName = fileOf(hash)
  return hashes
}

/** A chunk with all its static imports, itself last. */
function closure(chunk: Chunk, byName: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): Chunk[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const imported = chunk.imports.flatMap((name) => {
    const one = byName.get(name)
    return one ? closure(one, byName, seen) : []
  })
  return [...imported, chunk]
}
