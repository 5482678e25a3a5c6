import type { App } from './app.ts'

/** Where the shop was last served, for commands that write addresses into mails and letters. */
type ServerAddress = { _id: 'address'; provider: '*'; publicUrl: string }

/** Called by a server that starts. */
export async function rememberAddress({ db, env }: App): Promise<void> {
  const { publicUrl } = env
  const filter = { _id: 'address', provider: '*' } as const
  await db.collection<ServerAddress>('server').updateOne(filter, { $set: { publicUrl } }, { upsert: true })
}

/** The app as a command uses it that was not told the address: with that of the server, where there was one. */
export async function atRememberedAddress(app: App): Promise<App> {
  const filter = { _id: 'address', provider: '*' } as const
  const found = await app.db.collection<ServerAddress>('server').findOne(filter)
  return found ? { ...app, env: { ...app.env, publicUrl: found.publicUrl } } : app
}
