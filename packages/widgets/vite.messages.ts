import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type Plugin, runnerImport } from 'vite'

type Texts = Record<string, string>

/**
 * Compiles the ICU of every `messages.ts`, `…Messages.ts` and `locales/<language>.ts` while building, so that browsers need
 * neither a parser nor `eval`: a text becomes the list of parts that lingui joins. Such a file exports only texts.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'portraitkit:compiled-messages',
    enforce: 'pre',
    async transform(_code, id) {
      const file = id.split('?')[0] ?? id
      if (!/\/widgets\/src\/(?:(?:[\w-]+\/)+(?:\w+M|m)essages|locales\/[a-z]{2})\.ts$/.test(file)) return undefined
      const { module, dependencies } = await runnerImport<Record<string, Texts>>(file, {
        configFile: false,
        logLevel: 'error',
      })
      for (const dependency of dependencies) this.addWatchFile(dependency)
      const exported = Object.entries(module).map(([name, texts]) => `export const ${name} = ${compiled(texts)}`)
      return { code: exported.join('\n'), map: null }
    },
  }
}

function compiled(texts: Texts): string {
  const parts = Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)])
  return JSON.stringify(Object.fromEntries(parts))
}
