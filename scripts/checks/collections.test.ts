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

  it('finds a method for writing that is taken out of a collection, or called by a name that is not in the code', () => {
    const own = `import { jobsOf } from '../jobs/collection.ts'; const jobs = jobsOf(app, 'p'); `
    for (const breach of [
      `const { insertOne } = jobs`,
      `const { find, 'updateOne': change } = jobsOf(app, 'p')`,
      `const { deleteMany } = app.db.collection('jobs')`,
      `await jobs['insertOne']({})`,
      'await jobs[`insertOne`]({})',
      `const method = 'insertOne'; await jobs[method]({})`,
      `await app.db.collection('jobs')[method]({})`,
    ])
      expect(problemsOf({ 'reminders/a.ts': own + breach }), breach).toEqual([
        `${features}/reminders/a.ts:1 writes jobs of ${features}/jobs/`,
      ])
    for (const unclear of [
      `const { insertOne } = shop.jobs`,
      `const save = ({ insertOne }) => insertOne({})`,
      `shop.jobs['insertOne']({})`,
    ])
      expect(problemsOf({ 'jobs/a.ts': unclear }), unclear).toEqual([
        `${features}/jobs/a.ts:1 writes to a collection that cannot be determined here`,
      ])
    const fine = `const { find, findOne } = jobs; const days = await jobs.find({}).toArray(); days[0]; days[index]`
    expect(problemsOf({ 'reminders/a.ts': own + fine })).toEqual([])
  })

  it('finds a write of another feature through a list of the range, or through drafts', () => {
    const lists = {
      'vouchers/collection.ts': `export const vouchers = rangeList<Voucher>('vouchers', 'code')`,
      'editor/collection.ts': `export const designs = createDrafts<Content>('designs')`,
    }
    const own = `import { vouchers as list } from '../vouchers/collection.ts'; import { designs } from '../editor/collection.ts'; `
    const breaches = {
      'list.replace(app, provider, [])': 'vouchers',
      'list.save(app, provider, voucher)': 'vouchers',
      'list.save(this.server, provider, voucher)': 'vouchers',
      'const { save } = list': 'vouchers',
      'const change = list.save': 'vouchers',
      "list['replace'](app, provider, [])": 'vouchers',
      'list[method](app, provider, [])': 'vouchers',
      'designs.removeAll(app, provider, customer, [])': 'editor',
      'const drafts = designs; drafts.save(call.app, provider, customer, draft, now)': 'editor',
    }
    for (const [breach, owner] of Object.entries(breaches)) {
      const name = owner === 'editor' ? 'designs' : owner
      expect(problemsOf({ ...lists, 'orders/a.ts': own + breach }), breach).toEqual([
        `${features}/orders/a.ts:1 writes ${name} of ${features}/${owner}/`,
      ])
      expect(problemsOf({ ...lists, [`${owner}/a.ts`]: own + breach }), breach).toEqual([])
    }
    const handed = `function clear(any, app) { any.replace(app, 'p', []) }; clear(list, app)`
    expect(problemsOf({ ...lists, 'orders/a.ts': own + handed })).toEqual([
      `${features}/orders/a.ts:1 writes vouchers of ${features}/vouchers/`,
    ])
    expect(problemsOf({ ...lists, 'vouchers/a.ts': own + handed })).toEqual([])
    const helper = `export const clear = (any, app) => any.replace(app, 'p', [])`
    expect(problemsOf({ ...lists, 'vouchers/a.ts': helper })).toEqual([
      `${features}/vouchers/a.ts:1 writes to a collection that cannot be determined here`,
    ])
    const fine = `list.list(app, 'p'); designs.find(app, 'p'); 'a'.replace('a', 'b'); file.save(path)`
    expect(problemsOf({ ...lists, 'orders/a.ts': own + fine })).toEqual([])
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
