import type { App } from './app.ts'

/** The shop's last known address, for commands that write addresses into emails and letters. */
type ServerAddress = { _id: 'address'; provider: '*'; publicUrl: string }

/** Called by a server when it starts. */
export async function storeServerAddress({ db, env }: App): Promise<void> {
  const { publicUrl } = env
  const filter = { _id: 'address', provider: '*' } as const
  await db.collection<ServerAddress>('server').updateOne(filter, { $set: { publicUrl } }, { upsert: true })
}

/** The app for a command without a configured address: with the server's last known one, if there is one. */
export async function withServerAddress(app: App): Promise<App> {
  const filter = { _id: 'address', provider: '*' } as const
  const found = await app.db.collection<ServerAddress>('server').findOne(filter)
  return found ? { ...app, env: { ...app.env, publicUrl: found.publicUrl } } : app
}
