import type { App } from '../app.ts'

type ProbeDocument = { _id: 'probe'; provider: '*'; at: Date }

/** Writes to the database, durably, what nobody reads. */
export async function writeProbeDocument({ db, clock }: App): Promise<void> {
  const filter = { _id: 'probe', provider: '*' } as const
  await db.collection<ProbeDocument>('server').updateOne(filter, { $set: { at: clock() } }, { upsert: true })
}
