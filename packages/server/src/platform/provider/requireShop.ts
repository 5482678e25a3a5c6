import type { App } from '../app.ts'
import { CommandError } from '../command.ts'
import { findProvider, listProviders } from './collection.ts'
import type { Provider } from './document.ts'

/** The shop with this key; without a key, the only shop. */
export async function shopOrOnly(app: App, key: string | undefined): Promise<Provider> {
  if (key !== undefined) return requireShop(app, key)
  const [only, ...more] = await listProviders(app)
  if (!only) throw new CommandError('There is no shop yet', 1)
  if (more.length > 0) throw new CommandError(`Name a shop with --provider: ${await keysOf(app)}`, 2)
  return only
}

/** The shop with this key. */
export async function requireShop(app: App, key: string): Promise<Provider> {
  const found = await findProvider(app, key)
  if (!found) throw new CommandError(`There is no shop "${key}"; there are ${(await keysOf(app)) || 'none'}`, 1)
  return found
}

async function keysOf(app: App): Promise<string> {
  return (await listProviders(app)).map(({ key }) => key).join(', ')
}
