import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { type LocalMongo, openLocalMongo } from '../open.ts'
import type { Item, World } from './case.ts'

export interface Worlds {
  /** A world with a collection of its own. */
  next(): Promise<World>
  close(): Promise<void>
}

export type Open = typeof openLocalMongo

/** Worlds on a MongoDB server, or on a new local database. The proofs of faults pass another `open`. */
export async function openWorlds(url: string | undefined, open: Open = openLocalMongo): Promise<Worlds> {
  const folder = url ? undefined : mkdtempSync(join(tmpdir(), 'pk-mongo-'))
  const local: LocalMongo | undefined = folder ? await open({ folder }) : undefined
  const client = new MongoClient(url ?? local?.url ?? '', { serverSelectionTimeoutMS: 5000 })
  const db = client.db(`pk_conformance_${process.pid}_${Date.now()}`)
  let count = 0
  return {
    async next() {
      count++
      return { client, db, shots: db.collection<Item>(`case_${count}`) }
    },
    async close() {
      if (url) await db.dropDatabase()
      await client.close()
      await local?.close()
      if (folder) rmSync(folder, { recursive: true })
    },
  }
}
