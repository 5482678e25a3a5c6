import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type Plugin, transformWithOxc } from 'vite'

/**
 * Compiles the ICU of every `messages.ts` and `locales/<language>.ts` while building, so that browsers carry neither a parser
 * nor `eval`: a text with plurals becomes the list of parts that lingui puts together.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'portraitkit:compiled-messages',
    enforce: 'pre',
    async transform(code, id) {
      const file = id.split('?')[0] ?? id
      if (!/\/widgets\/src\/(?:[\w-]+\/messages|locales\/[a-z]{2})\.ts$/.test(file)) return undefined
      // The file is data alone and imports nothing, so it can be run here.
      const script = (await transformWithOxc(code, file)).code
      const address = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`
      const module: Record<string, Record<string, string>> = await import(address)
      const { messages } = module
      if (!messages) throw new Error(`${file} exports no messages`)
      const compiled = Object.entries(messages).map(([id, text]) => [id, compileMessageOrThrow(text)])
      return { code: `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`, map: null }
    },
  }
}
