import { findOpening } from '../features/access/openings.ts'
import type { App } from '../platform/app.ts'
import { makeFlow } from '../platform/http/entryFlow.ts'
import type { Provider } from '../platform/provider/document.ts'

/** The token of a visitor who has just entered this code. */
export async function flowOf(app: App, provider: Provider, code: string): Promise<string> {
  return makeFlow(app, provider, await findOpening(app, provider, code))
}
