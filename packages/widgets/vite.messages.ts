import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Compiles the ICU of every `messages.ts` and `locales/<language>.ts` while building, so that browsers carry neither a parser
 * nor `eval`: a text with plurals becomes the list of parts that lingui puts together.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'portraitkit:compiled-messages',
    enforce: 'pre',
    async transform(_code, id) {
      const file = id.split('?')[0] ?? id
      if (!/\/widgets\/src\/(?:[\w-]+\/messages|locales\/[a-z]{2})\.ts$/.test(file)) return undefined
      const { mtimeMs } = await stat(file)
      const module: Record<string, Record<string, string>> = await import(`${pathToFileURL(file).href}?${mtimeMs}`)
      const { messages } = module
      if (!messages) throw new Error(`${file} exports no messages`)
      const compiled = Object.entries(messages).map(([id, text]) => [id, simplest(compileMessage(text))])
      return { code: `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`, map: null }
    },
  }
}

/** A text without values is a string and not a list of one. */
function simplest(parts: ReturnType<typeof compileMessage>): unknown {
  return Array.isArray(parts) && parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
}
