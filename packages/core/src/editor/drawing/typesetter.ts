import type { Shop } from '../../shop.ts'
import type { FontkitShaper } from '../../template/fontkitShaper.ts'
import type { FontList } from '../../template/fontList.ts'
import type { FontText, Shaper } from '../../template/shaper.ts'

/** Sets texts in the browser with the server's own fonts. Nothing of it is loaded before somebody types. */
export type Typesetter = {
  /** The shaper, ready for these texts. Throws if fonts cannot be fetched; the next call tries again. */
  ready(writings: readonly FontText[]): Promise<Shaper>
  /** Like `ready`, if nothing has to be fetched. */
  now(writings: readonly FontText[]): Shaper | undefined
  /** The available fonts, with the addresses of their files. */
  fonts(): Promise<FontList>
}

export function createTypesetter(shop: Pick<Shop, 'api'>): Typesetter {
  let loading: Promise<FontkitShaper> | undefined
  let loaded: FontkitShaper | undefined
  let listing: Promise<FontList> | undefined

  function fonts(): Promise<FontList> {
    listing ??= fetchList(`${shop.api}/template-fonts/list.json`).catch((error: unknown) => {
      listing = undefined
      throw error
    })
    return listing
  }

  async function load(): Promise<FontkitShaper> {
    const [{ createFontkitShaper }, list] = await Promise.all([import('../../template/fontkitShaper.ts'), fonts()])
    return createFontkitShaper(list, async ({ address, name }) => {
      const response = await fetch(`${shop.api}${address}`)
      if (!response.ok) throw new Error(`The font file ${name} could not be fetched: ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    })
  }

  return {
    fonts,
    now: (writings) => (loaded?.isPrepared(writings) ? loaded : undefined),
    async ready(writings) {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const shaper = await loading
      await shaper.prepare(writings)
      loaded = shaper
      return shaper
    },
  }
}

async function fetchList(address: string): Promise<FontList> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The list of fonts could not be fetched: ${response.status}`)
  return (await response.json()) as FontList
}
