import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { openLocalMongo } from './open.ts'
import { withFolder } from './proofs/localCases.ts'

it('what was deleted or replaced is in none of the files of a database that was closed', () =>
  withFolder(async (folder) => {
    const local = await openLocalMongo({ folder })
    const client = new MongoClient(local.url)
    const people = client.db('t').collection<{ _id: number; name: string; note: string }>('people')
    await people.createIndex({ name: 1 })
    const long = 'Quirina '.repeat(3000)
    await people.insertMany(
      Array.from({ length: 300 }, (_, at) => ({
        _id: at,
        name: `Quirina ${at}`,
        note: at % 20 === 0 ? long : 'short',
      })),
    )
    await people.updateMany({ _id: { $lt: 100 } }, { $set: { name: 'somebody', note: 'none' } })
    await people.deleteMany({ _id: { $gte: 100 } })
    await client.close()
    await local.close()
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const found = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('Quirina'))
    expect(found.map(({ name }) => name)).toEqual([])
  }))
