import type { Context } from 'koa'
import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import { findProvider, findProviderByHost } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'

/**
 * The provider of a request: the host's, otherwise, on the neutral host, the one of the header `x-provider` or of `?provider=`.
 * Names that disagree are refused. A provider with the neutral host among its own is only the default there. Null if no
 * provider is named.
 */
export async function findRequestProvider(http: Context, app: App): Promise<Provider | null> {
  const byHost = await findProviderByHost(app, http.hostname)
  const header = http.get('x-provider')
  const { provider: query } = http.query
  const named = [header, ...(Array.isArray(query) ? query : [query])].filter((name): name is string => Boolean(name))
  const isNeutral = http.hostname === new URL(app.env.publicUrl).hostname
  if (byHost && !isNeutral) named.unshift(byHost.key)
  const [first] = named
  if (first === undefined) return byHost
  if (named.some((name) => name !== first)) throw new Failure('provider.disagrees')
  return byHost?.key === first ? byHost : findProvider(app, first)
}

/** Like `findRequestProvider`, for requests that cannot be answered without a provider. */
export async function requireRequestProvider(http: Context, app: App): Promise<Provider> {
  const provider = await findRequestProvider(http, app)
  if (!provider) throw new Failure('provider.unknown')
  return provider
}
