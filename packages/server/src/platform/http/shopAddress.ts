import type { App } from '../app.ts'
import type { Provider } from '../provider/document.ts'

/**
 * The address of a path of the shop for its customers: at the provider's own host, otherwise at the server's with the provider
 * named.
 */
export function shopAddress(
  { env }: Pick<App, 'env'>,
  { hosts, key }: Pick<Provider, 'hosts' | 'key'>,
  path: string,
): string {
  const address = new URL(path, env.publicUrl)
  const [host] = hosts
  if (host) address.hostname = host
  else address.searchParams.set('provider', key)
  return address.href
}
