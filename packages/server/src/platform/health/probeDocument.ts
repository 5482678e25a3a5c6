import type { App } from '../app.ts'

type ProbeDocument = { _id: 'probe'; provider: '*'; at: Date }

/** Writes to the database, durably, to find out whether that is possible. */
export async function writeProbeDocument({ db, clock }: App): Promise<void> {
  const filter = { _id: 'probe', provider: '*' } as const
  await db.collection<ProbeDocument>('server').updateOne(filter, { $set: { at: clock() } }, { upsert: true })
}
