import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { version } from './vite.shared.ts'

type Chunk = Rolldown.OutputChunk
type Surfaces = readonly { tag: string; file: string }[]

/**
 * What the loader knows, written into it after the build. A chunk is known by the SHA-256 of its content, which is its integrity too,
 * and is named by how that begins: chunks name each other, and no hash can be compressed.
 */
export type ChunkTable = {
  /** The chunks of the base, its entry last. */
  base: string[]
  /** What most people see first, by its tag and by its name: known without the list. */
  first: Record<string, string[]>
  /**
   * The chunk that lists the elements: by its tag the chunks that each needs beside the base, its own last. It comes together
   * with the base, so that the loader stays small however many there are.
   */
  rest: string
  /** The same of what chunks ask for by name: nothing shows before it comes, so it comes last. */
  later: string
}

/**
 * Names chunks by their content, and sends every dynamic import through the loader, which first announces the whole closure
 * with its integrity. The loader itself knows where `first` is.
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
        const addressed = addressChunks(chunks.filter((chunk) => chunk !== loader))
        const hashesOf = (chunk: Chunk) =>
          closure(chunk, addressed.byOldName).map((one) => addressed.hashes.get(one) ?? '')
        const baseHashes = hashesOf(base)
        const beyondBase = (chunk: Chunk) => hashesOf(chunk).filter((hash) => !baseHashes.includes(hash))

        const rest = new Map<string, string[]>()
        const later = new Map([...addressed.names].map(([chunk, name]) => [name, beyondBase(chunk)]))
        const known: ChunkTable['first'] = {}
        for (const { tag, file } of surfaces) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file))
          if (!chunk) this.error(`No chunk holds ${tag}`)
          const needed = beyondBase(chunk)
          rest.set(tag, needed)
          if (first.includes(tag)) Object.assign(known, { [tag]: needed, [addressed.names.get(chunk) ?? tag]: needed })
        }
        const listOf = (chunksByName: ReadonlyMap<string, string[]>) => {
          const source = `export default ${JSON.stringify(Object.fromEntries(chunksByName))}`
          const hash = hashOf(source)
          this.emitFile({ type: 'asset', fileName: fileOf(hash), source })
          return hash
        }
        const table: ChunkTable = { base: baseHashes, first: known, rest: listOf(rest), later: listOf(later) }
        loader.code = loader.code.replace('__PORTRAITKIT_CHUNKS__', () => JSON.stringify(table))
        // What an integrator needs who wants this version and no other.
        const integrity = `sha384-${createHash('sha384').update(loader.code).digest('base64')}`
        this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version, integrity }) })
      },
    },
  }
}

/**
 * The names that dynamic imports ask the loader for: numbers, which cost every page least. They stay when the content changes,
 * so no hash goes in a circle.
 */
function namesOf(chunks: Chunk[]): Map<Chunk, string> {
  const asked = new Set(chunks.flatMap((chunk) => chunk.dynamicImports))
  const lazy = chunks.filter((chunk) => asked.has(chunk.fileName))
  return new Map(lazy.map((chunk, index) => [chunk, `${index}`]))
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')
/** The loader says it the same way. */
const fileOf = (hash: string) => `c/${hash.slice(0, 16)}.js`

function addressChunks(chunks: Chunk[]) {
  const names = namesOf(chunks)
  const byOldName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const hashes = new Map<Chunk, string>()
  const address = (chunk: Chunk, path: readonly Chunk[]): string => {
    const known = hashes.get(chunk)
    if (known) return known
    if (path.includes(chunk)) {
      const circle = [...path.slice(path.indexOf(chunk)), chunk].map(({ name }) => name).join(' > ')
      throw new Error(`The chunks import each other in a circle: ${circle}`)
    }
    // First what is fetched later, by its stable name: what is left of a file's name is then a static import.
    let code = chunk.code.replace(/\bimport\(([`"'])\.\/([^`"']+)\1\)/g, (_all, _quote, name: string) => {
      const imported = byOldName.get(name)
      const asked = imported && names.get(imported)
      if (!asked) throw new Error(`${chunk.fileName} imports ${name}, which is no chunk`)
      return `pkLoad(${JSON.stringify(asked)})`
    })
    if (code !== chunk.code) code = `import{load as pkLoad}from"../loader.js";${code}`
    for (const name of chunk.imports) {
      const imported = byOldName.get(name)
      if (imported) code = code.replaceAll(`./${name}`, fileOf(address(imported, [...path, chunk])).replace('c/', './'))
    }
    chunk.code = code
    const hash = hashOf(chunk.code)
    hashes.set(chunk, hash)
    return hash
  }
  for (const chunk of chunks) address(chunk, [])
  for (const [chunk, hash] of hashes) chunk.fileName = fileOf(hash)
  return { byOldName, hashes, names }
}

/** A chunk with everything it imports at once, itself last. */
function closure(chunk: Chunk, byName: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): Chunk[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const imported = chunk.imports.flatMap((name) => {
    const one = byName.get(name)
    return one ? closure(one, byName, seen) : []
  })
  return [...imported, chunk]
}
