import type { Collection, Db, Document, Double, Filter, Int32, Long, MongoClient, ObjectId } from 'mongodb'
import { expect } from 'vitest'

/** What a case may use: a server of any kind, and a collection that no other case uses. */
export interface World {
  readonly client: MongoClient
  readonly db: Db
  readonly shots: Collection<Item>
}

export interface Item extends Document {
  _id: string | number | boolean | Date | null | Int32 | Double | Long | ObjectId | { x: number } | number[]
}

/** One behaviour that MongoDB documents, as a sentence and its proof. */
export interface Case {
  readonly name: string
  readonly run: (world: World) => Promise<void>
}

/** The cases of one file, by their sentences. */
export function casesOf(proofs: Record<string, Case['run']>): Case[] {
  return Object.entries(proofs).map(([name, run]) => ({ name, run }))
}

/** The ids that a filter finds, sorted here: the server may find them in any order. */
export async function idsOf(shots: Collection<Item>, filter: Filter<Item> | Document): Promise<unknown[]> {
  const found = await shots.find(filter as Filter<Item>).toArray()
  const isBefore = (a: unknown, b: unknown) => (typeof a === 'number' ? a < Number(b) : String(a) < String(b))
  return found.map(({ _id }) => _id).sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Expects a failure with MongoDB's code, and returns the error. */
export async function failure(attempt: Promise<unknown>, code: number): Promise<Document> {
  const error = await attempt.then(
    () => undefined,
    (caught: Document) => caught,
  )
  expect(error, `expected failure ${code}`).toBeDefined()
  expect({ code: error?.code, message: error?.message }).toMatchObject({ code })
  return error as Document
}
