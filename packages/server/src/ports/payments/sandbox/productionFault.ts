import type { Provider } from '../../../platform/provider/document.ts'

/** Why a provider may not use the sandbox in production: a live shop that offers it gives its prints away. Null if it may. */
export function productionFault({ allowSandboxInProduction }: Provider): string | null {
  if (allowSandboxInProduction) return null
  return 'the sandbox takes no money: it is refused in production unless the document of the provider says "allowSandboxInProduction": true'
}
