import { describe, expect, it } from 'vitest'
import { checkCollections } from './collections.ts'
import { parseModules, readSources } from './sources.ts'

const features = 'packages/server/src/features'

/** Problems of these files, by their path in the features' folder, next to the jobs' own collection. */
const problemsOf = (files: Record<string, string>) => {
  const jobs = `export const all = [{ name: 'jobs', indexes: [] }]
    export const jobsOf = (app: App, provider: string) => providerCollection<Job>(app, 'jobs', provider)`
  const sources = Object.entries({ 'jobs/collection.ts': jobs, ...files })
  return checkCollections(parseModules(sources.map(([path, text]) => ({ path: `${features}/${path}`, text }))))
}

describe('a collection belongs to one feature', () => {
  it('in the current project', () => {
    expect(checkCollections(parseModules(readSources()))).toEqual([])
  })

  it('finds one that is declared in another file', () => {
    const problems = problemsOf({
      'access/codes.ts': `export const codes: Collection[] = [{ name: 'codes', indexes: [{ key: { provider: 1 } }] }]`,
      'vouchers/document.ts': `export const vouchers = rangeList<Voucher>('vouchers', 'code')`,
    })
    expect(problems).toEqual([
      `${features}/access/codes.ts:1 declares codes: a collection is declared in collection.ts`,
      `${features}/vouchers/document.ts:1 declares vouchers: a collection is declared in collection.ts`,
    ])
  })

  it('finds a write of another feature, through a function, a variable, or the name alone', () => {
    const own = `import { jobsOf as open } from '../jobs/collection.ts'\n`
    const problems = problemsOf({
      'reminders/a.ts': `${own}await open(app, 'p').updateOne({}, {})`,
      'reminders/b.ts': `${own}const jobs = open(app, 'p')\nawait jobs.deleteMany({})`,
      'reminders/c.ts': `return app.db\n  .collection<Job>('jobs')\n  .findOneAndUpdate({}, {})`,
      'reminders/d.ts': `await providerCollection(app, 'jobs', 'p').insertOne({})`,
    })
    const strange = (at: string) => `${features}/reminders/${at} writes jobs of ${features}/jobs/`
    expect(problems).toEqual(['a.ts:2', 'b.ts:3', 'c.ts:3', 'd.ts:1'].map(strange))
  })

  it('finds a write of another feature that bypasses the methods for documents', () => {
    const own = `import { jobsOf } from '../jobs/collection.ts'; const jobs = jobsOf(app, 'p'); `
    const breaches = [
      `jobs.aggregate([{ $match: {} }, { $merge: 'jobs' }])`,
      `jobs.aggregate([{ $merge: { into: 'jobs', on: '_id' } }])`,
      `const stage = { $merge: { into: { db: 'shop', coll: 'jobs' } } }`,
      `jobs.aggregate([{ '$out': 'jobs' }])`,
      `const stage = { $out: { db: 'shop', coll: 'jobs' } }`,
      `app.db.command({ update: 'jobs', updates: [] })`,
      `app.db.command({ insert: 'jobs', documents: [] })`,
      `app.db.command({ 'delete': 'jobs', deletes: [] })`,
      `app.db.command({ findAndModify: 'jobs', query: {} })`,
      `app.db.command({ drop: 'jobs' })`,
      'app.db.command({ update: `jobs`, updates: [] })',
      `jobs.drop()`,
      `jobs.rename('old')`,
      `app.db.collection('jobs').drop()`,
      `app.db.dropCollection('jobs')`,
      `app.db.renameCollection('jobs', 'jobs')`,
      `jobs.initializeOrderedBulkOp().find({})`,
      `const bulk = jobs.initializeUnorderedBulkOp()`,
      `jobs['updateOne']({}, {})`,
      `const write = jobs.updateOne.bind(jobs)`,
    ]
    for (const breach of breaches)
      expect(problemsOf({ 'reminders/a.ts': own + breach }), breach).toEqual([
        `${features}/reminders/a.ts:1 writes jobs of ${features}/jobs/`,
      ])
    for (const breach of breaches) expect(problemsOf({ 'jobs/a.ts': own + breach }), breach).toEqual([])
    for (const unclear of [
      `app.db.command(update)`,
      `app.db.command({ ...update })`,
      `app.db.command({ update: name })`,
      `app.db.command({ [method]: name })`,
      `jobs.aggregate([{ $out: name }])`,
      `app.db.dropDatabase()`,
    ])
      expect(problemsOf({ 'jobs/a.ts': own + unclear }), unclear).toEqual([
        `${features}/jobs/a.ts:1 writes to a collection that cannot be determined here`,
      ])
    const fine = `jobs.aggregate([{ $group: { _id: 1, all: { $mergeObjects: '$a' } } }]); app.db.command({ ping: 1 }); rename('a', 'b')`
    expect(problemsOf({ 'reminders/a.ts': own + fine })).toEqual([])
  })

  it('finds a write to an undeclared collection, and one that it cannot follow', () => {
    const problems = problemsOf({
      'jobs/a.ts': `await providerCollection(app, 'holidays', 'p').deleteOne({})`,
      'jobs/b.ts': `const save = (any) => any.insertOne({})`,
    })
    expect(problems).toEqual([
      `${features}/jobs/a.ts:1 writes holidays, which no feature declares`,
      `${features}/jobs/b.ts:1 writes to a collection that cannot be determined here`,
    ])
  })

  it('lets a feature write its own collection, and another one read it and call its functions; tests write what they need', () => {
    const problems = problemsOf({
      'jobs/publish.ts': `import { jobsOf } from './collection.ts'\nawait jobsOf(app, 'p').updateOne({}, {})`,
      'orders/list.ts': `import { jobsOf } from '../jobs/collection.ts'\nawait jobsOf(app, 'p').find({}).toArray()`,
      'orders/list.test.ts': `import { jobsOf } from '../jobs/collection.ts'\nawait jobsOf(app, 'p').deleteMany({})`,
    })
    expect(problems).toEqual([])
  })
})
