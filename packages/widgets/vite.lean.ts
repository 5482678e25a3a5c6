import * as preact from 'preact/compat'
import type { Plugin } from 'vite'
import { CALL_MODULES, callsOf, propertiesNamed, type Span, without, withoutSchemas } from '../../scripts/leanCalls.ts'

/** Leaves out of the build what pages do not need. None of this runs in a browser. */

/** Leaves the schemas out of every call of core (`withoutSchemas`). */
export function callsWithoutSchemas(): Plugin {
  return {
    name: 'portraitkit:calls-without-schemas',
    transform(code, id) {
      if (!CALL_MODULES.test(id)) return undefined
      return { code: withoutSchemas(code, this.parse(code)), map: null }
    },
  }
}

/** Removes from the list of surfaces what only the docs and the manifest use. */
export function surfacesWithoutDocs(): Plugin {
  return {
    name: 'portraitkit:surfaces-without-docs',
    transform(code, id) {
      if (!/\/widgets\/src\/(?:surfaces|rootOptions)\.ts(?:\?|$)/.test(id)) return undefined
      const program = this.parse(code)
      const sentences = ['text', 'number', 'flag', 'data', 'property', 'word'].flatMap((kind) =>
        callsOf(kind, program).flatMap(({ arguments: given }): Span[] => {
          const [first, last] = [given[0], given.at(-1)]
          // a browser also needs the words that an option accepts
          return first && last ? [[kind === 'word' ? first.end : first.start, last.end]] : []
        }),
      )
      const docs = callsOf('surface', program).flatMap(propertiesNamed(['about', 'events']))
      return { code: without(code, [...docs, ...sentences]), map: null }
    },
  }
}

/**
 * Draws icons by a small function of our own: the icon set's own is larger than all icons of a view together. An icon keeps its
 * shapes; its names, and the keys of its shapes, which do not compress, are nothing to be drawn.
 */
export function plainIcons(): Plugin {
  return {
    name: 'portraitkit:plain-icons',
    transform(code, id) {
      if (/\/lucide-react\/dist\/esm\/createLucideIcon\.\w+(?:\?|$)/.test(id)) return { code: plainIcon, map: null }
      if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.\w+(?:\?|$)/.test(id)) return undefined
      const shapes = code
        .replace(/^ {2}(?:name|size): .*$/gm, '')
        .replace(/^ {2}aliases: \[[^\]]*\],?$/gm, '')
        .replace(/,\s*key: "\w+"/g, '')
      return { code: shapes, map: null }
    },
  }
}

const plainIcon = `
import { createElement } from 'react'
const drawing = {
  xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
  strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
}
export default ({ node }) => (props) =>
  createElement('svg', { ...drawing, ...props }, ...node.map(([shape, attributes]) => createElement(shape, attributes)))
`

/** Leaves out what lingui tells developers of its own mistakes: texts are compiled, and every root has its language. */
export function quietLingui(): Plugin {
  return {
    name: 'portraitkit:quiet-lingui',
    transform(code, id) {
      if (!/\/@lingui\/core\/dist\/index\.mjs(?:\?|$)/.test(id)) return undefined
      const quiet = code
        .replace(/`Uncompiled message detected![^`]*`/, 'id')
        .replace(/"Lingui: Attempted[^"]*"/, '"no locale"')
      return { code: quiet, map: null }
    },
  }
}

/**
 * Radix looks for hooks that not every React has in a way that bundlers cannot analyse, which keeps all of React's names alive.
 * For preact it is known which of them exist.
 */
export function hooksOfPreact(): Plugin {
  return {
    name: 'portraitkit:hooks-of-preact',
    transform(code, id) {
      if (!id.includes('/@radix-ui/')) return undefined
      const hookAccess = /\b(React\w*)\[" (\w+) "\.trim\(\)\.toString\(\)\]/g
      const replaced = code.replace(hookAccess, (_all, react, name) =>
        name in preact ? `${react}.${name}` : 'undefined',
      )
      return { code: replaced, map: null }
    },
  }
}

/** Replaces React imported as a whole, of which a library uses only a name or two, so that only those are bundled. */
export function namesOfReact(): Plugin {
  return {
    name: 'portraitkit:names-of-react',
    transform(code, id) {
      if (!id.includes('/node_modules/')) return undefined
      const replaced = code.replace(/\bimport (\w+) from (["'])react\2/g, 'import * as $1 from $2react$2')
      return replaced === code ? undefined : { code: replaced, map: null }
    },
  }
}

/**
 * Every surface is inside a root, so the root's code comes with the entry. The bundler leaves in the entry only what each
 * surface's chunk visibly imports: here the module they share, the root's context, imports the root itself.
 */
export function rootInEntry(): Plugin {
  return {
    name: 'portraitkit:root-in-entry',
    transform(code, id) {
      return id.endsWith('/widgets/src/rootContext.ts')
        ? { code: `${code}\nimport './root.tsx'`, map: null }
        : undefined
    },
  }
}
