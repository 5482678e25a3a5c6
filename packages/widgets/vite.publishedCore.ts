import { join } from 'node:path'
import type { Plugin } from 'vite'
import { here } from './vite.shared.ts'
import { partOfTexts } from './vite.texts.ts'

const INTERNAL = '@portraitkit/core/internal'

/** A module of core, or of the library of its state, by the name under which core publishes it. */
export function publishedNameOf(name: string): string {
  return name.startsWith('valtio') ? `${INTERNAL}/${name}.js` : name.replace(/core\/(.+)\.ts$/, 'core/internal/$1.js')
}

/**
 * Leaves core out of the npm package, which depends on it instead: a page with both has one core, and one library of state,
 * because a state can only be read by the copy of the library that has made it.
 */
export function publishedCore(): Plugin {
  return {
    name: 'portraitkit:published-core',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(?:@portraitkit\/core\/|valtio(?:\/|$))/ },
      handler: (name) => ({ id: publishedNameOf(name), external: true, moduleSideEffects: false }),
    },
    transform: {
      filter: { id: /\/widgets\/src\// },
      handler: (code, id) => {
        const announced = announcedTexts(code, id)
        return announced ? { code: announced + code, map: null } : undefined
      },
    },
  }
}

/** Core's texts are in the catalogues of the widgets, whose module that imports them announces them. */
function announcedTexts(code: string, id: string): string | undefined {
  const [, name] = /from '@portraitkit\/core\/(\S*(?:Messages|formFaults|failedCalls)\.ts)'/.exec(code) ?? []
  const part = name && partOfTexts(join(here, '../core/src', name))
  if (!part || partOfTexts(id) === part) return undefined
  return `import { addTextPart as announceTexts, ${part} as textsOfCore } from 'virtual:texts'\nannounceTexts(textsOfCore)\n`
}
